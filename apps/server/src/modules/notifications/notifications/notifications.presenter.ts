import type { ContentType } from "@app/contract/contents";
import type { notification } from "@app/contract/notifications";
import { channelHref, contentHref, editHref } from "@app/contract/paths";
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
      message: row.comment_body === null ? null : cut(row.comment_body),
    },
    href: toHref(row),
  };
}

/** Whole characters, and an ellipsis where something is missing. */
function cut(text: string): string {
  const characters = [...text];
  return characters.length <= QUOTED_CHARS ? text : `${characters.slice(0, QUOTED_CHARS).join("").trimEnd()}…`;
}

/** @returns 'Maya', 'Maya and 1 other', 'Maya and 4 others' */
export function peopleInWords(name: string | null, actors: number): string {
  const others = actors - 1;
  if (others < 1) return name ?? "Unknown User";
  return `${name ?? "Unknown User"} and ${others} ${others === 1 ? "other" : "others"}`;
}

type SentenceRow = Pick<NotificationRow, "cause" | "actor_name" | "actors" | "content_title" | "content_state">;
type Sentence = (words: { who: string; what: string; row: SentenceRow }) => string;

/** By the reason that a cause begins with. */
const SENTENCES: Record<string, Sentence> = {
  comment: ({ who, what }) => `${who} commented on ${what}`,
  reply: ({ who }) => `${who} replied to your comment`,
  mention: ({ who }) => `${who} mentioned you in a comment`,
  comment_like: ({ who }) => `${who} liked your comment`,
  heart: ({ who }) => `${who} gave your comment a heart`,
  like: ({ who, what }) => `${who} liked ${what}`,
  follow: ({ who }) => `${who} followed your channel`,
  new_upload: ({ who, what }) => `${who} published ${what}`,
  processing: ({ what, row }) =>
    row.content_state === "failed" ? `${what} could not be processed` : `${what} is ready`,
  referral_joined: ({ who }) => `${who} joined with your link`,
  referral_earned: ({ who }) => `You earned a reward for ${who}`,
};

/** @returns an empty text for a reason that this release does not know */
export function toMessage(row: SentenceRow): string {
  const [reason = ""] = row.cause.split(":");
  const who = peopleInWords(row.actor_name, row.actors);
  return SENTENCES[reason]?.({ who, what: `“${row.content_title ?? "an item"}”`, row }) ?? "";
}

/** The page that a notification opens. */
export function toHref(
  row: Pick<
    NotificationRow,
    "kind" | "content_id" | "content_type" | "content_state" | "comment_id" | "actor_channel_id"
  >,
): string {
  if (row.kind.startsWith("referral_")) return "/referral-page";
  if (row.content_id !== null && row.content_type !== null) {
    if (row.kind === "processing" && row.content_state === "failed") return editHref(row.content_id) ?? "/";
    const page = contentHref(row.content_type as ContentType, row.content_id) ?? "/";
    return row.comment_id === null ? page : `${page}#comment:${row.comment_id}`;
  }
  return (row.actor_channel_id === null ? null : channelHref(row.actor_channel_id)) ?? "/notification/";
}
