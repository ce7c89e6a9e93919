import type { NotificationKind, UnsubscribeScope } from "@app/contract/preferences";

/** After 'emails about'. */
export const KINDS_IN_WORDS: Record<NotificationKind, string> = {
  comment: "comments on your content",
  reply: "replies and mentions",
  reaction: "likes",
  follow: "new followers",
  new_upload: "uploads from channels you follow",
  processing: "your uploads",
  referral_joined: "people who join with your link",
  referral_earned: "referral rewards",
  payout: "payouts",
  billing: "your plan and payments",
  moderation: "our team's decisions",
  security: "your account's security",
};

/** @returns which emails a link is about */
export function scopeInWords(scope: UnsubscribeScope): string {
  if (scope === "all") return "emails about notifications of any kind";
  if (scope === "digest") return "daily and weekly digests";
  return `emails about ${KINDS_IN_WORDS[scope]}`;
}
