import type { Ranges } from "@app/contract/search";

const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

/** @returns each different word as it is written */
export function splitWords(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(WORD) ?? []))];
}

/** Folding a word is dear: those are left out that begin with another plain letter than every word of the search. */
export function mayMatch(written: string, searched: readonly string[]): boolean {
  const first = written.charAt(0).toLowerCase();
  return !/[a-z0-9]/.test(first) || searched.some((word) => word.startsWith(first));
}

/** Where the matching words stand in `text`. The page marks them itself: no markup travels. */
export function toMatches(text: string, matching: ReadonlySet<string>): Ranges {
  return [...text.matchAll(WORD)]
    .filter(([word]) => matching.has(word))
    .map((match) => [match.index, match.index + match[0].length]);
}
