import { toPagination } from "@app/contract/http";
import {
  NAMED_CHANNELS_MAX,
  SEARCH_MAX_CHARS,
  SEARCH_TOTAL_MAX,
  SEARCH_TYPES,
  type SearchType,
  SUGGESTIONS_MAX,
  type searchRoutes,
} from "@app/contract/search";
import type { z } from "zod";
import { listFoundCards, resolveCategory } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { toLimitOffset } from "#platform/pagination.ts";
import type { LexemeCache } from "./lexeme-cache.service.ts";
import {
  chooseCorrections,
  formsOf,
  hasFilters,
  mayMatch,
  splitWords,
  toFilters,
  toMatches,
  toTsQuery,
  withoutFilters,
} from "./search.policy.ts";
import {
  type Filters,
  type FoundChannelRow,
  type SearchWord,
  selectFoundChannels,
  selectOccurringWords,
  selectSimilarWords,
  selectSpoken,
  selectSuggestions,
  selectWhereFound,
  selectWritten,
  type TsQuery,
  toFoundIds,
  type WrittenPlace,
} from "./search.sql.ts";

/** Whose blocks the results leave out, from `blocksOf`. */
type LeftOut = { leftOutFor: string | null };
type SearchDeps = Pick<Deps, "pool" | "config" | "secrets" | "now"> & { lexemes: LexemeCache } & LeftOut;
type SearchQuery = z.output<(typeof searchRoutes)["result"]["query"]>;
type Result = z.input<(typeof searchRoutes)["result"]["data"]>;

/** Of this many most-followed matching channels, those with the term in their name are suggested. */
const NAMED_CANDIDATES_MAX = 30;

/**
 * Items or channels with all of the words. If nothing has them, even without filters: those with similar words, then
 * those with some of the words.
 */
export async function search(deps: SearchDeps, typed: SearchQuery): Promise<Result> {
  const [words, category] = await Promise.all([
    deps.lexemes.read(truncateTerm(typed.search)),
    typed.category === undefined ? undefined : resolveCategory(deps.pool, typed.category),
  ]);
  const query = { ...typed, category };
  const [found, named] = await Promise.all([find(deps, words, query), findNamedChannels(deps, words, query)]);
  const page = { current_page: query.current_page, per_page: query.per_page };
  return {
    ...(await show(deps, found)),
    searched_for: found.searchedFor,
    is_continued: found.isContinued,
    also_in: found.alsoIn,
    named_channels: named,
    pagination: toPagination(page, found.total),
  };
}

/** Titles and names of public items and channels, most popular first. */
export function suggest(deps: Pick<Deps, "pool"> & LeftOut, term: string): Promise<string[]> {
  return selectSuggestions(deps.pool, { term: truncateTerm(term), most: SUGGESTIONS_MAX, leftOutFor: deps.leftOutFor });
}

/** Cuts at a whole character, never within one. */
function truncateTerm(term: string): string {
  return [...term.slice(0, 2 * SEARCH_MAX_CHARS)].slice(0, SEARCH_MAX_CHARS).join("").toWellFormed();
}

/** One page of results, as cards or channels with their current data. */
type Page = { cards: Awaited<ReturnType<typeof listFoundCards>>["cards"]; channels: FoundChannelRow[]; total: number };
type Correction = { searchedFor: string | null; isContinued: boolean };
type Found = Page & Correction & { searchWords: SearchWord[]; has: "all" | "any"; alsoIn: SearchType[] };

const NOT_CORRECTED: Correction = { searchedFor: null, isContinued: false };

async function find(deps: SearchDeps, words: SearchWord[], query: SearchQuery): Promise<Found> {
  const nothing: Found = {
    ...NOT_CORRECTED,
    cards: [],
    channels: [],
    total: 0,
    searchWords: words,
    has: "all",
    alsoIn: [],
  };
  if (words.length === 0) return nothing;
  const filters = toFilters(query, deps.now());
  const tsQuery = toTsQuery(words, "all");

  const exact = await selectPage(deps, tsQuery, filters, query);
  if (exact.total > 0) return { ...nothing, ...exact };

  const { alsoIn, isEmptiedByFilters } = await searchOtherTypes(deps, tsQuery, query);
  if (isEmptiedByFilters) return { ...nothing, alsoIn };
  const searchWords = await correctSpelling(deps.pool, words);
  for (const how of ["all", "any"] as const) {
    const corrected = await selectPage(deps, toTsQuery(searchWords, how), filters, query);
    if (corrected.total > 0)
      return {
        ...corrected,
        ...(await describeCorrection(deps, searchWords, corrected)),
        searchWords,
        has: how,
        alsoIn,
      };
  }
  return { ...nothing, alsoIn };
}

/** Channels of this name, so that somebody looking for a person under videos finds them; runs beside the main query. */
async function findNamedChannels(
  deps: SearchDeps,
  words: SearchWord[],
  query: SearchQuery,
): Promise<Result["named_channels"]> {
  if (words.length === 0 || query.type === "channel" || query.current_page > 1) return [];
  const filters: Filters = { kind: "channel", sort: "relevance", facets: [], since: null };
  const range = { limit: NAMED_CHANNELS_MAX, offset: 0, most: NAMED_CANDIDATES_MAX, leftOutFor: deps.leftOutFor };
  const { channels } = await selectFoundChannels(deps.pool, toFoundIds(toTsQuery(words, "all"), filters, range));
  // A channel that only mentions the term in its bio is found under Channels.
  const nameOf = ({ name, username }: FoundChannelRow) => `${name} ${username}`;
  const matching = await findMatchingWords(deps, channels.map(nameOf), words);
  return channels
    .filter((channel) => toMatches(nameOf(channel), matching).length > 0)
    .map(({ id, name, profile_key }) => ({ id, name, channel_profile: publicMediaUrl(deps.config, profile_key) }));
}

async function selectPage(deps: SearchDeps, tsQuery: TsQuery, filters: Filters, query: SearchQuery): Promise<Page> {
  const range = { ...toLimitOffset(query), most: SEARCH_TOTAL_MAX, leftOutFor: deps.leftOutFor };
  const found = toFoundIds(tsQuery, filters, range);
  if (filters.kind === "channel") return { cards: [], ...(await selectFoundChannels(deps.pool, found)) };
  return { channels: [], ...(await listFoundCards(deps, found)) };
}

/**
 * Finds other types with results, for example when somebody looks for a picture under videos.
 * @returns `isEmptiedByFilters`: whether only the filters leave the search empty
 */
async function searchOtherTypes(
  deps: SearchDeps,
  tsQuery: TsQuery,
  query: SearchQuery,
): Promise<{ alsoIn: SearchType[]; isEmptiedByFilters: boolean }> {
  const types = SEARCH_TYPES.filter((type) => type !== query.type);
  // Only videos have a length, so the other types ignore it.
  const filterSets = types.map((type) => toFilters({ ...query, type, length: "any" }, deps.now()));
  if (hasFilters(toFilters(query, deps.now()))) filterSets.push(toFilters(withoutFilters(query), deps.now()));
  const found = new Set(await selectWhereFound(deps.pool, tsQuery, filterSets, deps.leftOutFor));
  return { alsoIn: types.filter((_, index) => found.has(index)), isEmptiedByFilters: found.has(types.length) };
}

/** The corrections that occur in the results; a correction that matched nothing is not reported. */
async function describeCorrection(
  deps: SearchDeps,
  searchWords: SearchWord[],
  { cards, channels }: Page,
): Promise<Correction> {
  const ids = [...cards, ...channels].map(({ id }) => id);
  const all = searchWords.flatMap(({ word, corrections }) => [word, ...corrections]);
  const occurring = new Set(await selectOccurringWords(deps.pool, ids, all));
  const used = searchWords.map(
    ({ word, corrections }) => [word, ...corrections].find((candidate) => occurring.has(candidate)) ?? null,
  );
  const searchedFor = used.filter((word) => word !== null).join(" ");
  if (searchedFor === "") return NOT_CORRECTED;
  return { searchedFor, isContinued: searchWords.every(({ word }, at) => used[at]?.startsWith(word) ?? false) };
}

async function show(deps: SearchDeps, { cards, channels, searchWords, has }: Found) {
  const texts = [...cards.flatMap((card) => [card.title, card.channel.name]), ...channels.map(({ name }) => name)];
  const [matching, spoken, written] = await Promise.all([
    findMatchingWords(deps, texts, searchWords),
    findSpoken(deps.pool, cards, searchWords, has),
    findWritten(deps.pool, cards, searchWords, has),
  ]);
  return {
    contents: cards.map((card) => ({
      ...card,
      title_matches: toMatches(card.title, matching),
      channel_matches: toMatches(card.channel.name, matching),
      spoken: spoken.get(card.id) ?? null,
      written: written.get(card.id) ?? null,
    })),
    channels: channels.map(({ profile_key, ...row }) => ({
      ...row,
      channel_profile: publicMediaUrl(deps.config, profile_key),
      name_matches: toMatches(row.name, matching),
    })),
  };
}

/** Where in its captions each video has the words, for those that have them nowhere else. */
async function findSpoken(
  pool: Deps["pool"],
  cards: Found["cards"],
  searchWords: readonly SearchWord[],
  has: Found["has"],
): Promise<Map<string, { at: number; text: string }>> {
  const ids = cards.filter(({ type }) => type === "video").map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const query = { query: toTsQuery(searchWords, has).ranked, anyOf: toTsQuery(searchWords, "any").ranked };
  const rows = await selectSpoken(pool, ids, query);
  return new Map(rows.map(({ id, start_ms, text }) => [id, { at: start_ms / 1_000, text }]));
}

/** On which page each document has the words, for those that have them nowhere else. */
async function findWritten(
  pool: Deps["pool"],
  cards: Found["cards"],
  searchWords: readonly SearchWord[],
  has: Found["has"],
): Promise<Map<string, WrittenPlace>> {
  const ids = cards.filter(({ type }) => type === "document").map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const query = { query: toTsQuery(searchWords, has).ranked, anyOf: toTsQuery(searchWords, "any").ranked };
  const rows = await selectWritten(pool, ids, { ...query, texts: textsToFind(searchWords) });
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** Shorter words are inside many others. */
const FOUND_WORD_MIN_CHARS = 3;

/** What a reader looks for in a document: all the words next to each other, or else one of them, the longest first. */
function textsToFind(searchWords: readonly SearchWord[]): string[] {
  const words = searchWords.flatMap(({ word, corrections }) => [word, ...corrections]);
  const single = words
    .filter((word) => word.length >= FOUND_WORD_MIN_CHARS)
    .toSorted((one, other) => other.length - one.length);
  return [searchWords.map(({ word }) => word).join(" "), ...single];
}

/** The words in these texts, as written, that a search with these words matches. */
function findMatchingWords(deps: SearchDeps, texts: readonly string[], searchWords: readonly SearchWord[]) {
  const searched = searchWords.flatMap(({ word, corrections }) => [word, ...corrections]);
  return deps.lexemes.selectMatching(
    splitWords(texts).filter((word) => mayMatch(word, searched)),
    searchWords,
  );
}

/** @returns the words with possible corrections from the vocabulary of public titles and names */
async function correctSpelling(pool: Deps["pool"], words: readonly SearchWord[]): Promise<SearchWord[]> {
  const typed = words.map(({ word }) => word);
  const forms = typed.flatMap((word) => formsOf(word).map((form) => ({ word, form })));
  const similar = await selectSimilarWords(pool, typed, forms);
  return words.map((searchWord) => ({
    ...searchWord,
    corrections: chooseCorrections(
      searchWord.word,
      similar.filter(({ typed }) => typed === searchWord.word).map(({ word }) => word),
    ),
  }));
}
