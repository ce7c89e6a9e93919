import type { Domain } from "#platform/domain.ts";
import { onEvent } from "#platform/events/subscriptions.ts";
import {
  onDeliverySettingsChanged,
  onEmailFrequencyChanged,
  sendDueDigestsJob,
  sendDueEmailsJob,
} from "./emails/emails.service.ts";
import { eraseDigestsOf } from "./emails/emails.sql.ts";
import { exportParts, notExported } from "./export-parts.sql.ts";
import { notifyFollowersJob, purgeNotificationsJob } from "./notifications/notifications.jobs.ts";
import { serveNotifications } from "./notifications/notifications.routes.ts";
import { eraseNotificationsOf } from "./notifications/notify.sql.ts";
import { erasePausesOf } from "./notifications/pauses.sql.ts";
import {
  onBillingChanged,
  onBlockCreated,
  onCommentHearted,
  onCommentMentioned,
  onCommentsLiked,
  onCommentsPublished,
  onCommentsRemoved,
  onCommentsUnliked,
  onCommentUnhearted,
  onCommentUnmentioned,
  onContentFailed,
  onContentFileChanged,
  onContentLiked,
  onContentPublished,
  onContentReady,
  onContentUnliked,
  onFilmNoteShared,
  onFilmNoteWithdrawn,
  onFollowCreated,
  onFollowDeleted,
  onModerationDecided,
  onPayoutsChanged,
  onReferralCredited,
  onReferralJoined,
  onSecurityChanged,
} from "./notifications/subscribers.service.ts";
import { serveUnsubscribe } from "./unsubscribe/unsubscribe.routes.ts";
import { encryptedSubscriptions } from "./web-push/encrypted-subscriptions.service.ts";
import { deleteSubscriptionsOf } from "./web-push/subscriptions.sql.ts";
import { deliverPushesJob, purgePushesJob, sendTestPushJob } from "./web-push/web-push.jobs.ts";
import { serveWebPush } from "./web-push/web-push.routes.ts";

export const notifications: Domain = {
  name: "notifications",
  routes: [serveNotifications, serveUnsubscribe, serveWebPush],
  jobs: [
    notifyFollowersJob,
    purgeNotificationsJob,
    sendDueEmailsJob,
    sendDueDigestsJob,
    deliverPushesJob,
    sendTestPushJob,
    purgePushesJob,
  ],
  tables: {
    notifications: [
      "notification_pauses",
      "notification_readers",
      "notification_sources",
      "notifications",
      "notified_uploads",
    ],
    emails: ["notification_digests", "notification_emails"],
    "web-push": ["push_deliveries", "push_subscriptions"],
  },
  encryptedColumns: [encryptedSubscriptions],
  subscriptions: [
    onEvent("block.created", onBlockCreated),
    onEvent("comments.published", onCommentsPublished),
    onEvent("comments.removed", onCommentsRemoved),
    onEvent("comments.liked", onCommentsLiked),
    onEvent("comments.unliked", onCommentsUnliked),
    onEvent("content.liked", onContentLiked),
    onEvent("content.unliked", onContentUnliked),
    onEvent("comment.hearted", onCommentHearted),
    onEvent("comment.unhearted", onCommentUnhearted),
    onEvent("comment.mentioned", onCommentMentioned),
    onEvent("comment.unmentioned", onCommentUnmentioned),
    onEvent("film_note.shared", onFilmNoteShared),
    onEvent("film_note.withdrawn", onFilmNoteWithdrawn),
    onEvent("follow.created", onFollowCreated),
    onEvent("follow.deleted", onFollowDeleted),
    onEvent("content.ready", onContentReady),
    onEvent("content.failed", onContentFailed),
    onEvent("content.file_changed", onContentFileChanged),
    onEvent("content.published", onContentPublished),
    onEvent("referral.joined", onReferralJoined),
    onEvent("referral.credited", onReferralCredited),
    onEvent("account.security_changed", onSecurityChanged),
    onEvent("billing.changed", onBillingChanged),
    onEvent("payouts.changed", onPayoutsChanged),
    onEvent("moderation.decided", onModerationDecided),
    onEvent("delivery_settings.changed", onDeliverySettingsChanged),
    onEvent("email_frequency.changed", onEmailFrequencyChanged),
  ],
  personalData: {
    async eraseRows(_deps, tx, accountId) {
      await eraseNotificationsOf(tx, accountId);
      await deleteSubscriptionsOf(tx, accountId);
      await eraseDigestsOf(tx, accountId);
      await erasePausesOf(tx, accountId);
    },
    exportParts,
    notExported,
  },
};
