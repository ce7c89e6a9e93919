import { BRAND } from "@app/contract/brand";
import type { NotificationId } from "@app/contract/ids";
import type { PushMessage } from "@app/contract/web-push";
import { toHref, toMessage } from "#modules/notifications/notifications/notifications.presenter.ts";
import type { PushedRow } from "./deliveries.sql.ts";

/** Longer sentences are cut by every system. */
const BODY_MAX_CHARS = 180;

/** By the reason that a cause begins with, or else by kind. */
const TITLES: Record<string, string> = {
  comment: "New comment",
  reply: "New reply",
  mention: "You were mentioned",
  comment_like: "New like on your comment",
  heart: "A heart for your comment",
  film_note: "New film note",
  like: "New like",
  follow: "New follower",
  new_upload: "New upload",
  processing: "Your upload",
  referral_joined: "Referral joined",
  referral_earned: "Referral reward",
  payout: "Payout",
  billing: "Your plan",
  moderation: "From our team",
  security: "Account security",
};

/** Instead of sentences that name a referred person or somebody else's item. */
const DISCREET: Record<string, string> = {
  referral_joined: "Someone joined with your link",
  referral_earned: "You earned a referral reward",
  comment_removed: "Your comment was removed by our team",
  comment_restored: "Your comment is visible again",
};

/** Their details are sums of money. */
const MONEY_KINDS = ["billing", "payout"];

/**
 * What a locked screen shows: what happened, never what others wrote (decision 0071).
 * @param row.isNamed whether the person who acted may be named there
 */
export function toPushMessage(row: PushedRow & { isNamed: boolean }): PushMessage {
  const [reason = ""] = row.cause.split(":");
  return {
    id: row.id as NotificationId,
    title: TITLES[reason] ?? TITLES[row.kind] ?? BRAND.name,
    body: cut(DISCREET[reason] ?? toSentence(row, reason)),
    href: toHref(row),
  };
}

function toSentence(row: PushedRow & { isNamed: boolean }, reason: string): string {
  if (reason === "new_upload" && !row.isNamed) return "A channel you follow published something new";
  const actor_name = row.isNamed ? row.actor_name : "Someone";
  // Of a team, the detail is the channel's name.
  const isHidden = MONEY_KINDS.includes(row.kind) || (reason.startsWith("team_") && !row.isNamed);
  const detail = isHidden ? null : row.detail;
  return toMessage({ ...row, actor_name, detail }) || "You have a new notification.";
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= BODY_MAX_CHARS ? text : `${characters.slice(0, BODY_MAX_CHARS - 1).join("")}…`;
}

/** For many at once, as at the end of quiet hours. */
export function toSummaryMessage(count: number): PushMessage {
  return { id: null, title: BRAND.name, body: `You have ${count} new notifications.`, href: "/notification/" };
}

export const TEST_MESSAGE: PushMessage = {
  id: null,
  title: BRAND.name,
  body: "Notifications work on this device.",
  href: "/setting?tab=notifications",
};
