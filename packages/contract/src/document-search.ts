import type { PageWord } from "./documents.ts";

/** Lower case without accents, the same number of characters as before where that is possible. */
export function toSearchable(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A hit is the range of words it touches, both ends included. */
export type WordRange = { first: number; last: number };

/** What somebody searches for, as it is compared with the words of a page; words are separated by one space. */
export function toSearchNeedle(query: string): string {
  return toSearchable(query).replace(/\s+/g, " ").trim();
}

type SearchedWord = Pick<PageWord, "text" | "ends_line">;

const HYPHENATED = /\p{L}-$/u;
const COMPOUND = /\p{L}-\p{L}/u;

/** Nobody can tell whether a hyphen at the end of a line is a compound's own: it is found with it and without it. */
export function hasCompound(needle: string): boolean {
  return COMPOUND.test(needle);
}

/** Each word as it is compared, followed by a space, or by its rest if it was divided at the end of a line. */
function toParts(words: readonly SearchedWord[], division: "" | "-"): string[] {
  return words.map(({ text, ends_line }, index) => {
    const isDivided = ends_line && HYPHENATED.test(text) && index < words.length - 1;
    return isDivided ? toSearchable(text.slice(0, -1)) + division : `${toSearchable(text)} `;
  });
}

/** A page's words as they are compared with what somebody searches for. */
export function toSearchText(words: readonly SearchedWord[]): string {
  return toParts(words, "").join("");
}

/** Finds a text in the words of a page, also across words and lines. The server counts and the page highlights with it. */
export function findInWords(words: readonly SearchedWord[], query: string): WordRange[] {
  const needle = toSearchNeedle(query);
  if (needle === "") return [];
  const hits = findInParts(toParts(words, ""), needle);
  if (!hasCompound(needle)) return hits;
  const more = findInParts(toParts(words, "-"), needle).filter(
    ({ first, last }) => !hits.some((hit) => hit.first === first && hit.last === last),
  );
  return [...hits, ...more].toSorted((one, other) => one.first - other.first);
}

function findInParts(parts: readonly string[], needle: string): WordRange[] {
  const starts: number[] = [];
  let text = "";
  for (const part of parts) {
    starts.push(text.length);
    text += part;
  }
  const hits: WordRange[] = [];
  let first = 0;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length)) {
    while ((starts[first + 1] ?? Number.POSITIVE_INFINITY) <= at) first += 1;
    let last = first;
    while ((starts[last + 1] ?? Number.POSITIVE_INFINITY) < at + needle.length) last += 1;
    hits.push({ first, last });
  }
  return hits;
}
