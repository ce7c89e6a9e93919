import { BRAND } from "@app/contract/brand";
import { viewCount } from "@app/contract/formats";
import type { SharedChannel, SharedItem } from "./sharing.sql.ts";

/** The content of a link preview picture, 1200 × 630, the size previews expect. */
export type PreviewImage = {
  /** Part of the file name: another image of the same thing gets another name. */
  kind: "item" | "channel" | "category" | "invitation" | "page";
  id: string;
  title: string;
  /** Below the title: name and counts. */
  line: string;
  /** Above the title, such as VIDEO. */
  tag: string | null;
  lengthMs: number | null;
  /** Storage key of the background. */
  groundKey: string | null;
  avatarKey: string | null;
};

export const PREVIEW_WIDTH_PX = 1200;

export const PREVIEW_HEIGHT_PX = 630;

export function toItemPreview(item: SharedItem): PreviewImage {
  return {
    kind: "item",
    id: item.id,
    title: item.title,
    line: `${item.channel_name} · ${counted(item.total_views, "view")}`,
    tag: item.type,
    lengthMs: item.length_ms,
    groundKey: item.thumbnail_key,
    avatarKey: item.profile_key,
  };
}

export function toChannelPreview(channel: SharedChannel): PreviewImage {
  return {
    kind: "channel",
    id: channel.id,
    title: channel.name,
    line: `@${channel.username} · ${counted(channel.subscriber_count, "follower")} · ${counted(channel.content_count, "item")}`,
    tag: channel.plan === "Individual" ? "athlete" : channel.plan,
    lengthMs: null,
    groundKey: channel.cover_key,
    avatarKey: channel.profile_key,
  };
}

/** The image of a referral link. */
export function toInvitationPreview(channel: SharedChannel, code: string): PreviewImage {
  return {
    ...toChannelPreview(channel),
    kind: "invitation",
    id: code,
    title: `${channel.name} invites you`,
    line: `Join ${BRAND.name}: watch, follow, and show your own game`,
    tag: "invitation",
  };
}

export function toCategoryPreview(category: { id: number; name: string; picture_key: string | null }): PreviewImage {
  return {
    kind: "category",
    id: String(category.id),
    title: category.name,
    line: `Videos on ${BRAND.name}`,
    tag: "category",
    lengthMs: null,
    groundKey: category.picture_key,
    avatarKey: null,
  };
}

export const HOME_PREVIEW: PreviewImage = {
  kind: "page",
  id: "home",
  title: "The lights are on. Show your game.",
  line: "Sports video by athletes, teams and organizations",
  tag: null,
  lengthMs: null,
  groundKey: null,
  avatarKey: null,
};

function counted(count: number, what: string): string {
  return `${viewCount(count)} ${what}${count === 1 ? "" : "s"}`;
}

/** The storage folder of one shared thing's pictures. URLs are case-insensitive, so the folder is lower case. */
export function previewImageFolder(kind: string, id: string): string {
  return `shares/${kind}/${id.toLowerCase()}/`;
}

/**
 * Breaks text at spaces into at most `most` lines that fit, ending in an ellipsis if something is left over. A word
 * that is too long for a line is cut.
 */
export function toLines(words: string, most: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let rest = words.replace(/\s+/g, " ").trim();
  while (rest !== "" && lines.length < most) {
    const isLast = lines.length === most - 1;
    const line = isLast && !fits(rest) ? withEllipsis(rest, fits) : longestStart(rest, fits);
    lines.push(line);
    rest = isLast ? "" : rest.slice(line.length).trimStart();
  }
  return lines;
}

function longestStart(words: string, fits: (line: string) => boolean): string {
  if (fits(words)) return words;
  const start = cutWhile(words, fits);
  const space = start.lastIndexOf(" ");
  const breaksAWord = words[start.length] !== " ";
  return breaksAWord && space > 0 ? start.slice(0, space) : start.trimEnd();
}

function withEllipsis(words: string, fits: (line: string) => boolean): string {
  return `${cutWhile(words, (line) => fits(`${line}…`)).trimEnd()}…`;
}

/** The longest prefix that fits, by bisection; whole characters only, and at least one. */
function cutWhile(words: string, fits: (line: string) => boolean): string {
  const letters = [...words];
  let [low, high] = [1, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(letters.slice(0, middle).join(""))) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join("");
}
