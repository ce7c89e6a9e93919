import type { ContentType } from "@app/contract/contents";
import type { notification } from "@app/contract/notifications";
import { channelHref, contentHref, cutHref, editHref, FILM_ROOM_HASH } from "@app/contract/paths";
import type { NotificationKind } from "@app/contract/preferences";
import type { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import type { NotificationRow } from "./notifications.sql.ts";

/** Characters of a comment that a notification quotes. */
const QUOTED_CHARS = 120;

export function toNotification(deps: Pick<Deps, "config">, row: NotificationRow): z.input<typeof notification> {
  return {
    notification_id: row.id,
    notification_message: toMessage(row),
    timestamp: row.updated_at.toISOString(),
    notification_is_read: row.is_read ? 1 : 0,
    kind: row.kind as NotificationKind,
    data: {
      content_id: row.content_id,
      comment_id: row.comment_id,
      username: row.actor_username,
      profile_url: publicMediaUrl(deps.config, smallKeyOf(row.actor_profile_key)),
      message: toQuote(row, QUOTED_CHARS),
    },
    href: toHref(row),
  };
}

/** The comment, or the reason of a decision. */
export function toQuote({ kind, comment_body, detail }: NotificationRow, chars: number): string | null {
  const text = comment_body ?? (kind === "moderation" ? detail : null);
  return text === null ? null : cut(text, chars);
}

/** Whole characters, and an ellipsis where something is missing. */
export function cut(text: string, chars: number): string {
  const characters = [...text];
  return characters.length <= chars ? text : `${characters.slice(0, chars).join("").trimEnd()}…`;
}

/** @returns 'Maya', 'Maya and 1 other', 'Maya and 4 others' */
export function peopleInWords(name: string | null, actors: number): string {
  const others = actors - 1;
  if (others < 1) return name ?? "Unknown User";
  return `${name ?? "Unknown User"} and ${others} ${others === 1 ? "other" : "others"}`;
}

type SentenceRow = Pick<
  NotificationRow,
  "cause" | "actor_name" | "actors" | "content_title" | "content_state" | "detail"
>;
type Sentence = (words: { who: string; what: string; row: SentenceRow }) => string;

/** By the reason that a cause begins with. */
const SENTENCES: Record<string, Sentence> = {
  comment: ({ who, what }) => `${who} commented on ${what}`,
  reply: ({ who }) => `${who} replied to your comment`,
  mention: ({ who }) => `${who} mentioned you in a comment`,
  comment_like: ({ who }) => `${who} liked your comment`,
  heart: ({ who }) => `${who} gave your comment a heart`,
  film_note: ({ who, what }) => `${who} shared a film note on ${what}`,
  like: ({ who, what }) => `${who} liked ${what}`,
  follow: ({ who }) => `${who} followed your channel`,
  new_upload: ({ who, what }) => `${who} published ${what}`,
  processing: ({ what, row }) =>
    row.content_state === "failed" ? `${what} could not be processed` : `${what} is ready`,
  replacement_failed: ({ what }) => `The new file for ${what} could not be processed`,
  replaced: ({ what }) => `The new file for ${what} is ready`,
  trimmed: ({ what }) => `${what} was trimmed`,
  trim_failed: ({ what }) => `${what} could not be trimmed`,
  referral_joined: ({ who }) => `${who} joined with your link`,
  referral_earned: ({ who, row }) =>
    row.actors > 1 ? `You earned rewards for referring ${who}` : `You earned a reward for referring ${who}`,
  new_device: ({ row }) => (row.detail ? `New sign-in: ${row.detail}` : "New sign-in to your account"),
  password_changed: () => "Your password was changed",
  email_changed: () => "Your email address was changed",
  two_factor_on: () => "Two-factor sign-in was turned on",
  two_factor_off: () => "Two-factor sign-in was turned off",
  recovery_codes_renewed: () => "You have new recovery codes",
  recovery_code_used: () => "A recovery code was used for your account",
  payout_method_changed: () => "Where your payouts go was changed",
  team_role_changed: ({ row }) => `Your role on the team of ${row.detail ?? "a channel"} was changed`,
  team_removed: ({ row }) => `You are no longer on the team of ${row.detail ?? "a channel"}`,
  payment_failed: ({ row }) => `Your payment${ofAmount(row)} did not go through`,
  plan_renewed: ({ row }) => `Your plan was renewed${row.detail ? ` for ${row.detail}` : ""}`,
  plan_canceled: ({ row }) => (row.detail ? `Your plan ends on ${row.detail}` : "Your plan was canceled"),
  plan_resumed: () => "Your plan continues",
  plan_ended: () => "Your plan has ended",
  payment_refunded: ({ row }) => `Your payment${ofAmount(row)} is being refunded`,
  payout_sent: ({ row }) => `Your payout${ofAmount(row)} is on its way`,
  payout_paid: ({ row }) => `Your payout${ofAmount(row)} was paid`,
  payout_failed: ({ row }) => `Your payout${ofAmount(row)} failed, and the money is back in your balance`,
  content_hidden: ({ what }) => `${what} was hidden by our team`,
  content_reported: ({ what }) => `${what} is hidden until our team has looked at it`,
  content_restored: ({ what }) => `${what} is visible again`,
  comment_removed: ({ what }) => `Your comment on ${what} was removed by our team`,
  comment_restored: ({ what }) => `Your comment on ${what} is visible again`,
  channel_hidden: () => "Your channel was hidden by our team",
  channel_restored: () => "Your channel is visible again",
  warned: () => "Our team sent you a warning",
  report_decided: () => "We reviewed your report",
  appeal_decided: () => "We reviewed your appeal",
};

function ofAmount({ detail }: SentenceRow): string {
  return detail ? ` of ${detail}` : "";
}

/** @returns an empty text for a reason that this release does not know */
export function toMessage(row: SentenceRow): string {
  const [reason = ""] = row.cause.split(":");
  const who = peopleInWords(row.actor_name, row.actors);
  const what = row.content_title === null ? "an item" : `“${row.content_title}”`;
  return SENTENCES[reason]?.({ who, what, row }) ?? "";
}

/** Where the notifications about an account lead, by their reason or else by their kind. */
const ACCOUNT_HREFS: Record<string, (id: string) => string> = {
  referral_joined: () => "/referral-page",
  referral_earned: () => "/referral-page",
  payout: () => "/referral-page",
  new_device: () => "/setting?tab=devices",
  email_changed: () => "/setting?tab=account",
  team_role_changed: () => "/setting?tab=team",
  team_removed: () => "/setting?tab=team",
  security: () => "/setting?tab=security",
  plan_renewed: (invoice) => `/receipt/${invoice}`,
  payment_refunded: (invoice) => `/receipt/${invoice}`,
  billing: () => "/setting?tab=plan",
  channel_restored: () => "/profile",
  // Where one reads why, and can appeal.
  moderation: () => "/setting?tab=reports",
};

/** The page that a notification opens. */
export function toHref(
  row: Pick<
    NotificationRow,
    "kind" | "cause" | "content_id" | "content_type" | "content_state" | "comment_id" | "actor_channel_id"
  >,
): string {
  return toAccountHref(row) ?? toItemHref(row) ?? toChannelHref(row) ?? "/notification/";
}

/** These open the item itself: it is shown again, or there is no decision yet to read. */
const OPENING_ITEM = new Set(["content_reported", "content_restored", "comment_restored"]);

function toAccountHref({ cause, kind }: Pick<NotificationRow, "cause" | "kind">): string | undefined {
  const [reason = "", id = ""] = cause.split(":");
  if (OPENING_ITEM.has(reason)) return undefined;
  return (ACCOUNT_HREFS[reason] ?? ACCOUNT_HREFS[kind])?.(id);
}

/** The owner reads why, and can try again, on the page where the item is edited or cut. */
export function isProcessingFailed(row: Pick<NotificationRow, "kind" | "cause" | "content_state">): boolean {
  if (row.kind !== "processing") return false;
  return row.content_state === "failed" || /^(replacement_failed|trim_failed):/.test(row.cause);
}

function toItemHref(
  row: Pick<NotificationRow, "kind" | "cause" | "content_id" | "content_type" | "content_state" | "comment_id">,
): string | null {
  if (row.content_id === null || row.content_type === null) return null;
  if (row.cause.startsWith("trim_failed:")) return cutHref(row.content_id);
  if (isProcessingFailed(row)) return editHref(row.content_id) ?? "/";
  const page = contentHref(row.content_type as ContentType, row.content_id) ?? "/";
  if (row.cause.startsWith("film_note:")) return `${page}#${FILM_ROOM_HASH}`;
  return row.comment_id === null ? page : `${page}#comment:${row.comment_id}`;
}

function toChannelHref({ actor_channel_id: id }: Pick<NotificationRow, "actor_channel_id">): string | null {
  return id === null ? null : channelHref(id);
}
