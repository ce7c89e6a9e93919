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
import { listFoundCards } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { toSlice } from "#platform/pagination.ts";
import type { LexemeCache } from "./lexeme-cache.service.ts";
import { mayMatch, splitWords, toMatches } from "./matches.presenter.ts";
import { chooseOthers, formsOf, isNarrowed, toAnyOf, toFilters, toQuery } from "./search.policy.ts";
import {
  type Filters,
  type FoundChannelRow,
  type Meaning,
  type Query,
  selectFoundChannels,
  selectLikeWords,
  selectSpokenWords,
  selectSuggestions,
  selectWhereFound,
  toFoundIds,
} from "./search.sql.ts";

type SearchDeps = Pick<Deps, "pool" | "config" | "secrets" | "now"> & { lexemes: LexemeCache };
type Asked = z.output<(typeof searchRoutes)["result"]["query"]>;
type Result = z.input<(typeof searchRoutes)["result"]["data"]>;

/** Of this many most-followed matching channels, those with the term in their name are suggested. */
const NAMED_OF_MAX = 30;

/**
 * Items or channels with all of the words. If nothing has them, even without filters: those with similar words, then
 * those with some of the words.
 */
export async function search(deps: SearchDeps, asked: Asked): Promise<Result> {
  const words = await deps.lexemes.read(firstChars(asked.search));
  const [found, named] = await Promise.all([find(deps, words, asked), findNamed(deps, words, asked)]);
  const page = { current_page: asked.current_page, per_page: asked.per_page };
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
export function suggest(deps: Pick<Deps, "pool">, term: string): Promise<string[]> {
  return selectSuggestions(deps.pool, firstChars(term), SUGGESTIONS_MAX);
}

/** Cuts at a whole character, never within one. */
function firstChars(term: string): string {
  return [...term.slice(0, 2 * SEARCH_MAX_CHARS)].slice(0, SEARCH_MAX_CHARS).join("").toWellFormed();
}

/** One page of results, as cards or channels with their current data. */
type Page = { cards: Awaited<ReturnType<typeof listFoundCards>>["cards"]; channels: FoundChannelRow[]; total: number };
type Naming = { searchedFor: string | null; isContinued: boolean };
type Found = Page & Naming & { meanings: Meaning[]; alsoIn: SearchType[] };

const AS_TYPED: Naming = { searchedFor: null, isContinued: false };

async function find(deps: SearchDeps, words: Meaning[], asked: Asked): Promise<Found> {
  const nothing: Found = { ...AS_TYPED, cards: [], channels: [], total: 0, meanings: words, alsoIn: [] };
  if (words.length === 0) return nothing;
  const filters = toFilters(asked, deps.now());
  const query = toQuery(words, "all");

  const exactly = await selectPage(deps, query, filters, asked);
  if (exactly.total > 0) return { ...nothing, ...exactly };

  const { alsoIn, isUnderOthers } = await lookElsewhere(deps, query, asked);
  if (isUnderOthers) return { ...nothing, alsoIn };
  const meanings = await correctSpelling(deps.pool, words);
  for (const how of ["all", "any"] as const) {
    const nearly = await selectPage(deps, toQuery(meanings, how), filters, asked);
    if (nearly.total > 0) return { ...nearly, ...(await nameFound(deps, meanings, nearly)), meanings, alsoIn };
  }
  return { ...nothing, alsoIn };
}

/** Channels of this name, so that somebody looking for a person under videos finds them; runs beside the main query. */
async function findNamed(deps: SearchDeps, words: Meaning[], asked: Asked): Promise<Result["named_channels"]> {
  if (words.length === 0 || asked.type === "channel" || asked.current_page > 1) return [];
  const filters: Filters = { kind: "channel", sort: "relevance", facets: [], since: null };
  const slice = { limit: NAMED_CHANNELS_MAX, offset: 0, most: NAMED_OF_MAX };
  const { channels } = await selectFoundChannels(deps.pool, toFoundIds(toQuery(words, "all"), filters, slice));
  // A channel that only mentions the term in its bio is found under Channels.
  const nameOf = ({ name, username }: FoundChannelRow) => `${name} ${username}`;
  const matching = await matchingIn(deps, channels.map(nameOf), words);
  return channels
    .filter((channel) => toMatches(nameOf(channel), matching).length > 0)
    .map(({ id, name, profile_key }) => ({ id, name, channel_profile: publicMediaUrl(deps.config, profile_key) }));
}

async function selectPage(deps: SearchDeps, query: Query, filters: Filters, asked: Asked): Promise<Page> {
  const found = toFoundIds(query, filters, { ...toSlice(asked), most: SEARCH_TOTAL_MAX });
  if (filters.kind === "channel") return { cards: [], ...(await selectFoundChannels(deps.pool, found)) };
  return { channels: [], ...(await listFoundCards(deps, found)) };
}

/**
 * Finds other types with results, for example when somebody looks for a picture under videos.
 * @returns `isUnderOthers`: whether only the filters leave the search empty
 */
async function lookElsewhere(
  deps: SearchDeps,
  query: Query,
  asked: Asked,
): Promise<{ alsoIn: SearchType[]; isUnderOthers: boolean }> {
  const types = SEARCH_TYPES.filter((type) => type !== asked.type);
  // Only videos have a length, so the other types ignore it.
  const ways = types.map((type) => toFilters({ ...asked, type, length: "any" }, deps.now()));
  if (isNarrowed(toFilters(asked, deps.now()))) ways.push(toFilters(toAnyOf(asked), deps.now()));
  const found = new Set(await selectWhereFound(deps.pool, query, ways));
  return { alsoIn: types.filter((_, way) => found.has(way)), isUnderOthers: found.has(types.length) };
}

/** The corrections that occur in the results; a correction that matched nothing is not reported. */
async function nameFound(deps: SearchDeps, meanings: Meaning[], { cards, channels }: Page): Promise<Naming> {
  const ids = [...cards, ...channels].map(({ id }) => id);
  const all = meanings.flatMap(({ word, others }) => [word, ...others]);
  const spoken = new Set(await selectSpokenWords(deps.pool, ids, all));
  const said = meanings.map(({ word, others }) => [word, ...others].find((one) => spoken.has(one)) ?? null);
  const searchedFor = said.filter((one) => one !== null).join(" ");
  if (searchedFor === "") return AS_TYPED;
  return { searchedFor, isContinued: meanings.every(({ word }, at) => said[at]?.startsWith(word) ?? false) };
}

async function show(deps: SearchDeps, { cards, channels, meanings }: Found) {
  const texts = [...cards.flatMap((card) => [card.title, card.channel.name]), ...channels.map(({ name }) => name)];
  const matching = await matchingIn(deps, texts, meanings);
  return {
    contents: cards.map((card) => ({
      ...card,
      title_matches: toMatches(card.title, matching),
      channel_matches: toMatches(card.channel.name, matching),
    })),
    channels: channels.map(({ profile_key, ...row }) => ({
      ...row,
      channel_profile: publicMediaUrl(deps.config, profile_key),
      name_matches: toMatches(row.name, matching),
    })),
  };
}

/** The words in these texts, as written, that a search with these meanings matches. */
function matchingIn(deps: SearchDeps, texts: readonly string[], meanings: readonly Meaning[]) {
  const searched = meanings.flatMap(({ word, others }) => [word, ...others]);
  return deps.lexemes.choose(
    splitWords(texts).filter((word) => mayMatch(word, searched)),
    meanings,
  );
}

/** @returns the words with possible corrections from the vocabulary of public titles and names */
async function correctSpelling(pool: Deps["pool"], words: readonly Meaning[]): Promise<Meaning[]> {
  const typed = words.map(({ word }) => word);
  const forms = typed.flatMap((word) => formsOf(word).map((form) => ({ word, form })));
  const like = await selectLikeWords(pool, typed, forms);
  return words.map((one) => ({
    ...one,
    others: chooseOthers(
      one.word,
      like.filter(({ typed }) => typed === one.word).map(({ word }) => word),
    ),
  }));
}
