import { toText } from "./plain-text.ts";

/** Characters as a reader counts them, so that an emoji of five code points is one. */
export const COMMENT_MAX_CHARS = 2_000;
export const MENTIONS_MAX = 20;

/** Pages by number end here; further comments are reached by cursor. */
export const COMMENTS_BY_NUMBER = 5_000;

/** How many seconds an owner lets people wait between two comments. */
export const SLOW_MODES_S = [0, 10, 30, 60, 300, 900] as const;
export type SlowModeS = (typeof SLOW_MODES_S)[number];

export const COMMENT_ORDERS = ["newest", "top"] as const;
export type CommentOrder = (typeof COMMENT_ORDERS)[number];

export const COMMENT_MESSAGES = {
  missing: "Comment is a required field",
  tooLong: `A comment must be at most ${COMMENT_MAX_CHARS.toLocaleString("en-US")} characters`,
  tooManyMentions: `A comment can mention at most ${MENTIONS_MAX} people`,
  closed: "Comments are turned off here.",
  repeated: "You have already posted this comment here.",
  tooFast: "You are commenting too fast. Please wait a minute.",
  gone: "This comment is no longer available.",
  held: "Your comment was sent. It appears once it is approved.",
  added: "Your comment was added.",
  edited: "Your comment was changed.",
  removed: "The comment was deleted.",
  beyondNumbers: `Comments beyond number ${COMMENTS_BY_NUMBER.toLocaleString("en-US")} are reached by cursor.`,
} as const;

/** @returns the sentence for somebody who has to wait because of slow mode */
export function slowModeMessage(waitS: number): string {
  return `Slow mode is on. You can comment again in ${waitS} ${waitS === 1 ? "second" : "seconds"}.`;
}

/** No text of the longest length is longer than this; whatever is, need not be counted. */
const CODE_UNITS_MAX = 40_000;

/** More marks on one letter than any language writes, which run over the lines above and below. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

const MENTION = /(?<![\p{L}\p{N}_.@])@([A-Za-z0-9_.]{3,30})/gu;

/** A comment as it is stored: text that can be seen, without piles of combining marks. */
export function toCommentText(text: string): string {
  return toText(text.normalize("NFC"))
    .replace(PILED_MARKS, "$1")
    .replace(/\n{3,}/g, "\n\n");
}

/** @returns the number of characters, or one more than the limit for a text that is far too long */
export function commentLength(text: string): number {
  if (text.length > CODE_UNITS_MAX) return COMMENT_MAX_CHARS + 1;
  // An ASCII text needs no segmenter, which takes milliseconds for a long one.
  if (/^[\x20-\x7E\n]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) count += 1;
  return count;
}

/** A name that a comment mentions, and where its `@` stands. */
export type Mention = { username: string; at: number };

/** A dot at the end belongs to the sentence. */
export function findMentions(text: string): Mention[] {
  return [...text.matchAll(MENTION)].flatMap(({ 1: name = "", index }) => {
    const username = name.replace(/\.+$/, "");
    return username.length >= 3 ? [{ username, at: index }] : [];
  });
}
