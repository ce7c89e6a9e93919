import type { Ranges } from "@app/contract/search";

const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

/** @returns each distinct word as it is written */
export function splitWords(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(WORD) ?? []))];
}

/** Folding a word is expensive, so words starting with a plain letter that no searched word starts with are skipped. */
export function mayMatch(written: string, searched: readonly string[]): boolean {
  const first = written.charAt(0).toLowerCase();
  return !/[a-z0-9]/.test(first) || searched.some((word) => word.startsWith(first));
}

/** The ranges of matching words in `text`. The page adds the markup itself. */
export function toMatches(text: string, matching: ReadonlySet<string>): Ranges {
  return [...text.matchAll(WORD)]
    .filter(([word]) => matching.has(word))
    .map((match) => [match.index, match.index + match[0].length]);
}
