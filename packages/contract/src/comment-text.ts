import { COMMENT_MAX_CHARS } from "./comment-limits.ts";
import { WEB_ADDRESS } from "./paths.ts";
import { toText } from "./plain-text.ts";

/** Longer texts are over the limit whatever they contain, so their characters are not counted. */
const CODE_UNITS_MAX = 40_000;

/** More combining marks than any language puts on one letter; they would cover the lines above and below. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** A web address counts as a whole, whatever is in it; a mention is elsewhere. */
const ADDRESS_OR_MENTION = new RegExp(`${WEB_ADDRESS}|(?<![\\p{L}\\p{N}_.@])@([A-Za-z0-9_.]{3,30})`, "gu");

/** Normalizes a comment for storage: removes invisible characters and piles of combining marks. */
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

/** A name that a comment mentions, and where its `@` is. */
export type Mention = { username: string; at: number };

/** A dot at the end belongs to the sentence, and an `@` in a web address to the address. */
export function findMentions(text: string): Mention[] {
  return [...text.matchAll(ADDRESS_OR_MENTION)].flatMap(({ 1: name = "", index }) => {
    const username = name.replace(/\.+$/, "");
    return username.length >= 3 ? [{ username, at: index }] : [];
  });
}

/** @returns each name that a comment mentions, once */
export function mentionedNames(text: string): string[] {
  return [...new Set(findMentions(text).map(({ username }) => username))];
}
