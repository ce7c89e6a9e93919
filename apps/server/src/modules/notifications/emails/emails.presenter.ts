import { BRAND } from "@app/contract/brand";
import type { NotificationKind, UnsubscribeScope } from "@app/contract/preferences";
import type { EmailContent } from "#platform/mail/mail.ts";
import { cut, isProcessingFailed, toHref, toMessage, toQuote } from "../notifications/notifications.presenter.ts";
import type { NotificationRow } from "../notifications/notifications.sql.ts";
import { KINDS_IN_WORDS } from "../unsubscribe/unsubscribe-link.ts";
import { type EmailRow, QUOTES_MAX, type Recipient } from "./emails.sql.ts";

export type EmailContext = {
  publicUrl: string;
  recipient: Pick<Recipient, "email" | "username">;
  /** The token that unsubscribes the recipient. */
  tokenOf(scope: UnsubscribeScope): string;
};

/** Characters of a comment that an email quotes. */
const QUOTED_CHARS = 300;
const SUBJECT_CHARS = 190;
/** Notifications that a summary or a digest names. */
const NAMED_MAX = 20;

/** Subjects stay the same from email to email, so that mail programs show what belongs together as one conversation. */
const SUBJECTS: Record<string, (title: string) => string> = {
  comment: (title) => `Comments on ${title}`,
  reply: (title) => `Replies to your comment on ${title}`,
  mention: (title) => `You were mentioned in a comment on ${title}`,
  comment_like: (title) => `Likes for your comment on ${title}`,
  heart: (title) => `A heart for your comment on ${title}`,
  film_note: (title) => `Film notes on ${title}`,
  like: (title) => `Likes for ${title}`,
  follow: () => "New followers",
  referral_joined: () => "New people joined with your link",
  referral_earned: () => "You earned a referral reward",
};

const BUTTONS: Record<string, string> = {
  comment: "See the comment",
  reply: "See the reply",
  mention: "See the comment",
  film_note: "See the film note",
  follow: "See the channel",
  referral_joined: "See your referrals",
  referral_earned: "See your referrals",
};

/** About one notification. Later ones about the same item or cause are in the same thread. */
export function renderNotificationEmail(context: EmailContext, row: EmailRow): EmailContent {
  const [reason = ""] = row.cause.split(":");
  const kind = row.kind as NotificationKind;
  const message = cut(toMessage(row), SUBJECT_CHARS);
  return {
    to: context.recipient.email,
    subject: SUBJECTS[reason]?.(`“${row.content_title ?? "an item"}”`) ?? message,
    heading: message,
    paragraphs: [`Hello ${context.recipient.username}, ${toOpening(row)}`],
    items: toItems(row, reason),
    button: { label: BUTTONS[reason] ?? "Open", url: toUrl(context, row) },
    reason: `You are receiving this because emails about ${KINDS_IN_WORDS[kind]} are on.`,
    thread: row.content_id ?? row.cause.replaceAll(":", "-"),
    unsubscribe: toUnsubscribe(context, kind),
  };
}

function toItems(row: EmailRow, reason: string): EmailContent["items"] {
  if (row.kind === "moderation" && row.detail !== null) {
    const detail = cut(row.detail, QUOTED_CHARS);
    // To a reporter, it is the outcome and not a reason.
    if (reason === "report_decided") return [{ text: detail, quote: null, url: null }];
    return [{ text: "The reason", quote: detail, url: null }];
  }
  return row.quotes.map(({ name, body }) => ({
    text: name ?? "Unknown User",
    quote: cut(body, QUOTED_CHARS),
    url: null,
  }));
}

function toOpening(row: EmailRow): string {
  const { cause, quotes } = row;
  if (quotes.length === QUOTES_MAX) return "these are the latest comments:";
  if (quotes.length > 0) return quotes.length === 1 ? "this is the comment:" : "these are the comments:";
  if (isProcessingFailed(row)) return `open it on ${BRAND.name} to see why, and to try again.`;
  if (/^(content_hidden|channel_hidden|comment_removed):/.test(cause))
    return `open ${BRAND.name} to see what you can do, and to appeal if you disagree.`;
  return `you can see more on ${BRAND.name}.`;
}

/** The page that opens marks the notification as read. */
function toUrl({ publicUrl }: Pick<EmailContext, "publicUrl">, row: EmailRow): string {
  const url = new URL(toHref(row), publicUrl);
  url.searchParams.set("notification", row.id);
  return url.href;
}

/** For many that are due at the same time, such as after quiet hours. */
export function renderSummaryEmail(context: EmailContext, rows: readonly EmailRow[]): EmailContent {
  const subject = `${rows.length} new notifications`;
  return {
    ...toList(context, rows),
    subject,
    heading: subject,
    reason: "You are receiving this because you chose to get some notifications by email right away.",
    unsubscribe: toUnsubscribe(context, "all"),
  };
}

export function renderDigestEmail(
  context: EmailContext,
  { rows, isWeekly }: { rows: readonly EmailRow[]; isWeekly: boolean },
): EmailContent {
  const count = rows.length === 1 ? "1 unread notification" : `${rows.length} unread notifications`;
  return {
    ...toList(context, rows),
    subject: `Your ${isWeekly ? "weekly" : "daily"} digest: ${count}`,
    heading: "What you missed",
    reason: "You are receiving this because you chose digests for some notifications.",
    unsubscribe: toUnsubscribe(context, "digest"),
  };
}

function toList(
  { publicUrl, recipient }: EmailContext,
  rows: readonly EmailRow[],
): Pick<EmailContent, "to" | "paragraphs" | "items" | "button"> {
  const more = rows.length - NAMED_MAX;
  return {
    to: recipient.email,
    paragraphs: [`Hello ${recipient.username}, this happened while you were away:`],
    items: [
      ...rows.slice(0, NAMED_MAX).map((row) => ({
        text: toMessage(row),
        quote: toQuote(row, QUOTED_CHARS),
        url: toUrl({ publicUrl }, row),
      })),
      ...(more > 0 ? [{ text: `… and ${more} more`, quote: null, url: null }] : []),
    ],
    button: { label: "See all notifications", url: `${publicUrl}/notification/` },
  };
}

function toUnsubscribe({ publicUrl, tokenOf }: EmailContext, scope: UnsubscribeScope): EmailContent["unsubscribe"] {
  const urlOf = (of: UnsubscribeScope) => `${publicUrl}/unsubscribe/${tokenOf(of)}`;
  return {
    url: urlOf(scope),
    allUrl: scope === "all" ? null : urlOf("all"),
    settingsUrl: `${publicUrl}/setting?tab=notifications`,
  };
}

/** @returns those that this release has words for */
export function withMessage<Row extends NotificationRow>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => toMessage(row) !== "");
}
