import { type DateFilter, type LengthFilter, type Sort, sinceOf } from "@app/contract/filters";
import type { Ranges, SearchType } from "@app/contract/search";
import type { Filters, Folded, SearchWord, TsQuery } from "./search.sql.ts";

/** Shorter words are one mistake away from too many others. */
const MISTAKE_MIN_CHARS = 4;

const TWO_MISTAKES_MIN_CHARS = 7;

const CORRECTIONS_MAX = 4;

type SearchQuery = {
  type: SearchType;
  sort: Sort;
  date: DateFilter;
  length: LengthFilter;
  category?: number | undefined;
};

/** Channels have no category, length or age, so these filters apply to items only. */
export function toFilters(query: SearchQuery, now: Date): Filters {
  const { type: kind, sort, date, length, category } = query;
  if (kind === "channel") return { kind, sort, facets: [], since: null };
  const facets = [
    ...(date === "any" ? [] : [date]),
    ...(length === "any" ? [] : [length]),
    ...(category === undefined ? [] : [`category:${category}`]),
  ];
  return { kind, sort, facets, since: sinceOf(date, now) };
}

/** The same query without filters. */
export function withoutFilters(query: SearchQuery): SearchQuery {
  return { ...query, date: "any", length: "any", category: undefined };
}

export function hasFilters({ facets }: Filters): boolean {
  return facets.length > 0;
}

/** Matches documents with all of the words, or with any of them. */
export function toTsQuery(searchWords: readonly SearchWord[], how: "all" | "any"): TsQuery {
  const join = (lexemesOf: (searchWord: SearchWord) => string[]) =>
    searchWords
      .map((searchWord) => `(${[...new Set(lexemesOf(searchWord))].map(quoted).join(" | ")})`)
      .join(how === "all" ? " & " : " | ");
  return {
    lookup: join((searchWord) =>
      [...toLookupLexemes(searchWord), ...searchWord.corrections].map((lexeme) => `~${lexeme}`),
    ),
    ranked: join(({ word, stem, corrections }) => [word, ...(stem === null ? [] : [stem]), ...corrections]),
  };
}

/** A document with an English word also has its stem, so the index is read once instead of twice. */
function toLookupLexemes({ word, stem }: SearchWord): string[] {
  if (stem === null) return [word];
  return /^[a-z]+$/.test(word) ? [stem] : [word, stem];
}

/** Whether a search with these words matches a text because of this word. */
export function isCorrectionOf({ key, stems }: Folded, searchWords: readonly SearchWord[]): boolean {
  return searchWords.some(
    ({ word, stem, corrections }) =>
      key === word || corrections.includes(key) || (stem !== null && stems.includes(stem)),
  );
}

function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll("'", "''").replaceAll("\\", "\\\\")}'`;
}

/** Candidates that `word` could be a misspelling of, most likely first. */
export function chooseCorrections(word: string, candidates: readonly string[]): string[] {
  const allowed = word.length < MISTAKE_MIN_CHARS ? 0 : word.length < TWO_MISTAKES_MIN_CHARS ? 1 : 2;
  return candidates
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({ candidate, mistakes: candidate.startsWith(word) ? 1 : countMistakes(word, candidate) }))
    .filter(({ candidate, mistakes }) => candidate.startsWith(word) || mistakes <= allowed)
    .sort((one, other) => one.mistakes - other.mistakes || compare(one.candidate, other.candidate))
    .slice(0, CORRECTIONS_MAX)
    .map(({ candidate }) => candidate);
}

/** The word, and the word without each one of its letters: the forms `search_word_forms` stores for known words. */
export function formsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(""))])];
}

/** Number of letters missing, added, wrong, or swapped with their neighbor. */
export function countMistakes(one: string, other: string): number {
  const [from, to] = [[...one], [...other]];
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let at = 1; at <= to.length; at++) {
      const cost = from[row - 1] === to[at - 1] ? 0 : 1;
      const isSwapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      line[at] = Math.min(
        valueAt(above, at) + 1,
        valueAt(line, at - 1) + 1,
        valueAt(above, at - 1) + cost,
        isSwapped ? valueAt(before, at - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, line];
  }
  return valueAt(above, to.length);
}

function valueAt(line: readonly number[], at: number): number {
  return line[at] ?? 0;
}

function compare(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

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
