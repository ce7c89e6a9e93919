import type { EventPayloads } from "@app/contract/events";
import { toDollars } from "@app/contract/formats";
import type { Tx } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { type DeliverDeps, deliver, publishChanged } from "./deliver.service.ts";
import { notifyFollowersJob } from "./notifications.jobs.ts";
import {
  type AccountNotice,
  deleteBetween,
  deleteOfComments,
  deleteOfMentions,
  notifyAccounts,
  notifyOfCommentLikes,
  notifyOfComments,
  notifyOfFilmNote,
  notifyOfFollow,
  notifyOfHeart,
  notifyOfLikes,
  notifyOfMentions,
  notifyOfProcessing,
  notifyOfReferral,
  removeSources,
} from "./notify.sql.ts";

type On<Name extends keyof EventPayloads> = (deps: DeliverDeps, tx: Tx, event: EventPayloads[Name]) => Promise<void>;

/** Each runs in the publisher's transaction, so that every event leads to exactly one notification. */

export const onCommentsPublished: On<"comments.published"> = async (deps, tx, { comment_ids }) =>
  deliver(deps, tx, await notifyOfComments(tx, comment_ids));

export const onCommentsRemoved: On<"comments.removed"> = async (_deps, tx, { comment_ids }) => {
  const lost = await removeSources(tx, comment_ids, null);
  await publishChanged(tx, [...new Set([...lost, ...(await deleteOfComments(tx, comment_ids))])]);
};

export const onCommentsLiked: On<"comments.liked"> = async (deps, tx, { likes }) =>
  deliver(deps, tx, await notifyOfCommentLikes(tx, likes));

export const onCommentsUnliked: On<"comments.unliked"> = async (_deps, tx, { likes }) => {
  const sources = likes.map(({ account_id }) => account_id);
  const causes = likes.map(({ comment_id }) => `comment_like:${comment_id}`);
  await publishChanged(tx, await removeSources(tx, sources, causes));
};

export const onContentLiked: On<"content.liked"> = async (deps, tx, { likes }) =>
  deliver(deps, tx, await notifyOfLikes(tx, likes));

export const onContentUnliked: On<"content.unliked"> = async (_deps, tx, { likes }) => {
  const sources = likes.map(({ account_id }) => account_id);
  const causes = likes.map(({ content_id }) => `like:${content_id}`);
  await publishChanged(tx, await removeSources(tx, sources, causes));
};

export const onCommentMentioned: On<"comment.mentioned"> = async (deps, tx, { comment_id, account_ids }) =>
  deliver(deps, tx, await notifyOfMentions(tx, comment_id, account_ids));

export const onCommentUnmentioned: On<"comment.unmentioned"> = async (_deps, tx, { comment_id, account_ids }) =>
  publishChanged(tx, await deleteOfMentions(tx, comment_id, account_ids));

export const onCommentHearted: On<"comment.hearted"> = async (deps, tx, { comment_id }) =>
  deliver(deps, tx, await notifyOfHeart(tx, comment_id));

export const onCommentUnhearted: On<"comment.unhearted"> = async (_deps, tx, { comment_id, owner_id }) =>
  publishChanged(tx, await removeSources(tx, [owner_id], [`heart:${comment_id}`]));

export const onFilmNoteShared: On<"film_note.shared"> = async (deps, tx, { note_id }) =>
  deliver(deps, tx, await notifyOfFilmNote(tx, note_id));

export const onFilmNoteWithdrawn: On<"film_note.withdrawn"> = async (_deps, tx, { note_id }) =>
  publishChanged(tx, await removeSources(tx, [note_id], null));

export const onFollowCreated: On<"follow.created"> = async (deps, tx, { channel_id, follower_id }) =>
  deliver(deps, tx, await notifyOfFollow(tx, channel_id, follower_id));

export const onFollowDeleted: On<"follow.deleted"> = async (_deps, tx, { channel_id, follower_id }) =>
  publishChanged(tx, await removeSources(tx, [follower_id], [`follow:${channel_id}`]));

export const onBlockCreated: On<"block.created"> = async (_deps, tx, { blocker_id, blocked_id }) =>
  publishChanged(tx, await deleteBetween(tx, blocker_id, blocked_id));

export const onContentReady: On<"content.ready"> = async (deps, tx, { content_id }) => {
  await queueNotifying(tx);
  await deliver(deps, tx, await notifyOfProcessing(tx, content_id, "processing"));
};

export const onContentFailed: On<"content.failed"> = async (deps, tx, { content_id, is_replacement }) =>
  deliver(deps, tx, await notifyOfProcessing(tx, content_id, is_replacement ? "replacement_failed" : "processing"));

export const onContentFileChanged: On<"content.file_changed"> = async (deps, tx, { content_id, change }) =>
  deliver(deps, tx, await notifyOfProcessing(tx, content_id, change));

export const onContentPublished: On<"content.published"> = (_deps, tx) => queueNotifying(tx);

export const onReferralJoined: On<"referral.joined"> = async (deps, tx, { earner_id, referred_id }) =>
  deliver(deps, tx, await notifyOfReferral(tx, "referral_joined", { earnerId: earner_id, referredId: referred_id }));

export const onReferralCredited: On<"referral.credited"> = async (deps, tx, { earner_id, referred_id }) =>
  deliver(deps, tx, await notifyOfReferral(tx, "referral_earned", { earnerId: earner_id, referredId: referred_id }));

export const onSecurityChanged: On<"account.security_changed"> = (deps, tx, { account_id, change, detail, actor_id }) =>
  notifyOfAccount(deps, tx, {
    accountId: account_id,
    kind: "security",
    reason: change,
    subjectId: null,
    detail,
    actorId: actor_id,
  });

export const onBillingChanged: On<"billing.changed"> = (deps, tx, { account_id, change, invoice_id, detail }) =>
  notifyOfAccount(deps, tx, { accountId: account_id, kind: "billing", reason: change, subjectId: invoice_id, detail });

export const onPayoutsChanged: On<"payouts.changed"> = async (deps, tx, { change, payouts }) => {
  const notices = payouts.map(({ account_id, payout_id, amount_cents }) => ({
    accountId: account_id,
    reason: change,
    subjectId: payout_id,
    detail: toDollars(amount_cents),
  }));
  await deliver(deps, tx, await notifyAccounts(tx, "payout", notices));
};

export const onModerationDecided: On<"moderation.decided"> = async (deps, tx, decided) => {
  if (decided.is_held) return;
  await notifyOfAccount(deps, tx, {
    accountId: decided.account_id,
    kind: "moderation",
    reason: decided.decision,
    subjectId: decided.subject_id,
    contentId: decided.content_id,
    detail: decided.note,
  });
};

async function notifyOfAccount(deps: DeliverDeps, tx: Tx, notice: AccountNotice): Promise<void> {
  await deliver(deps, tx, await notifyAccounts(tx, notice.kind, [notice]));
}

/** One run handles all items that are due. */
function queueNotifying(tx: Tx): Promise<void> {
  return enqueue(tx, notifyFollowersJob, {}, { key: notifyFollowersJob.name });
}
