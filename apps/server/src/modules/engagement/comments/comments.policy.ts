import type { HoldReason } from "@app/contract/comment-rules";
import { findMentions } from "@app/contract/comment-text";
import { canManage } from "#modules/channels/index.ts";
import type { Member } from "#platform/viewer.ts";

/** The settings of the owner and the staff for the comments on an item. */
export type HoldingRules = { words: readonly string[]; links: boolean; first: boolean; everything: boolean };

/** Limits for one person, per minute. */
export const COMMENTS_PER_MINUTE = 20;
export const COMMENTS_PER_MINUTE_AND_ITEM = 10;
/** The same text by the same person on the same item is refused for this long. */
export const REPEAT_WITHIN_H = 24;

/** Matches web addresses, including ones that the page does not turn into links. */
const LINK =
  /https?:\/\/|www\.|(?<![\p{L}\p{N}@])[\p{L}\p{N}-]+\.(?:com|net|org|io|co|ru|info|biz|xyz|me|tv|app|gg|link|site|shop|top)(?![\p{L}\p{N}])/iu;

/** @param isFirst the author has no visible comment on this channel yet. @returns null: it can be seen at once */
export function holdingReason(text: string, isFirst: boolean, rules: HoldingRules): HoldReason | null {
  if (rules.everything) return "everything";
  if (rules.words.some((word) => contains(text, word))) return "word";
  if (rules.links && LINK.test(withoutMentions(text))) return "link";
  return rules.first && isFirst ? "first" : null;
}

/** Matches whole words, ignoring case and accents. */
function contains(text: string, word: string): boolean {
  const wanted = toKey(word);
  if (wanted === "") return false;
  const escaped = wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ +/g, "\\s+");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u").test(toKey(text));
}

function toKey(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .trim();
}

/** A mention such as `@maya.co` is not an address. */
function withoutMentions(text: string): string {
  return findMentions(text).reduceRight(
    (rest, { at, username }) => rest.slice(0, at) + rest.slice(at + 1 + username.length),
    text,
  );
}

/** @param lastAt the person's last comment on the item. @returns the seconds that slow mode makes them wait; 0: none */
export function slowModeWaitS(lastAt: Date | null, slowModeS: number, now: Date): number {
  if (lastAt === null) return 0;
  return Math.max(0, Math.ceil((lastAt.getTime() + slowModeS * 1000 - now.getTime()) / 1000));
}

export type CommentRights = {
  reply: boolean;
  edit: boolean;
  remove: boolean;
  heart: boolean;
  pin: boolean;
  hide_author: boolean;
};

type CommentState = { author_id: string | null; author_moderates: boolean; parent_id: string | null; status: string };

/** Whose item a comment is on. */
export type ItemOwner = { owner_id: string; channel_id: string };

/** What they write is visible at once, and slow mode does not make them wait. */
export function runsTheItem(author: Member, item: ItemOwner): boolean {
  return author.isStaff || canManage(author, item, "moderate");
}

/** What the viewer may do with a comment on an item. */
export function rightsTo(comment: CommentState, viewer: Member, item: ItemOwner): CommentRights {
  const isAuthor = comment.author_id === viewer.accountId;
  const isOwner = canManage(viewer, item, "moderate");
  const isVisible = comment.status === "visible";
  const canHighlight = isOwner && isVisible;
  return {
    reply: isVisible || isHiddenFromOthers(comment, viewer),
    edit: isAuthor && comment.status !== "deleted",
    remove: (isAuthor || isOwner || viewer.isStaff) && comment.status !== "deleted",
    heart: canHighlight,
    pin: canHighlight && comment.parent_id === null,
    hide_author: isOwner && !isAuthor && isHideable(comment, item) && comment.status !== "deleted",
  };
}

/** Its author must not notice. */
function isHiddenFromOthers({ author_id, status }: CommentState, viewer: Member): boolean {
  return status === "hidden" && author_id === viewer.accountId;
}

/** What the owner, a manager or staff write is visible at once: hiding them would hide their past comments alone. */
function isHideable({ author_id, author_moderates }: CommentState, item: ItemOwner): boolean {
  return author_id !== null && author_id !== item.owner_id && !author_moderates;
}
