/**
 * Bidirectional controls, with which a name could turn around what is beside it, and what takes part in a text
 * without being seen: two names that look the same, or one that looks like none. And halves of surrogate pairs, which
 * the database stores as another character.
 */
const UNSEEN =
  /[\p{Cs}\p{Bidi_Control}\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u206A-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F/gu;

/** Joiners are seen where they change a letter of another script or put an emoji together, and nowhere else. */
const NEEDLESS_JOINER =
  /(?<!(?:(?!\p{Script=Latin})\p{L}|\p{M}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F))[\u200C\u200D]/gu;

/** Letters of tags, which the flags of England, Scotland and Wales are written with. */
const NEEDLESS_TAG = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0000}-\u{E007F}]/gu;

/** A name or a title: one line of what can be seen. */
export function toLine(text: string): string {
  return withoutUnseen(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")).trim();
}

/** A text of several lines. */
export function toText(text: string): string {
  return withoutUnseen(text.replace(/[^\P{Cc}\n\t]/gu, "")).trim();
}

function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "").replace(NEEDLESS_JOINER, "").replace(NEEDLESS_TAG, "");
}
