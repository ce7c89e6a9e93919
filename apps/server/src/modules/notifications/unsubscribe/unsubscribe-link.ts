import { accountId } from "@app/contract/ids";
import { type NotificationKind, type UnsubscribeScope, unsubscribeScope } from "@app/contract/preferences";
import { z } from "zod";
import type { Deps } from "#platform/deps.ts";

const PURPOSE = "unsubscribe";

const content = z.tuple([accountId, unsubscribeScope]);

/** An opaque token for the links in an email. It never expires, and can do nothing but switch emails off. */
export function toUnsubscribeToken(
  { secrets }: Pick<Deps, "secrets">,
  account: string,
  scope: UnsubscribeScope,
): string {
  return secrets.encrypt(PURPOSE, JSON.stringify([account, scope])).toString("base64url");
}

/** @returns null: not one of ours, or made under a key that is gone */
export function readUnsubscribeToken(
  { secrets }: Pick<Deps, "secrets">,
  token: string,
): { account: string; scope: UnsubscribeScope } | null {
  try {
    const [account, scope] = content.parse(JSON.parse(secrets.decrypt(PURPOSE, Buffer.from(token, "base64url"))));
    return { account, scope };
  } catch {
    return null;
  }
}

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
