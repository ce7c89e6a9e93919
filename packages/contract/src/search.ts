import { z } from "zod";
import { CONTENT_TYPES, channelCard, contentCard } from "./contents.ts";
import { filterQuery, SORTS } from "./filters.ts";
import { defineRoute, pageQuery, pagination } from "./http.ts";

export const SEARCH_TYPES = [...CONTENT_TYPES, "channel"] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Longer terms are accepted, but only this many characters and words are used. */
export const SEARCH_MAX_CHARS = 100;
export const SEARCH_MAX_WORDS = 12;
export const SUGGESTIONS_MAX = 10;
/** Only this many best results are found, which also limits `total`. */
export const SEARCH_TOTAL_MAX = 300;
/** How many matching channels are shown beside the results. */
export const NAMED_CHANNELS_MAX = 3;

const term = z.string().trim().max(20_000).default("");

/** Ranges of the matching words in a text: start and end in UTF-16 units, ordered and disjoint. */
export const ranges = z.array(z.tuple([z.int(), z.int()]));
export type Ranges = z.infer<typeof ranges>;

export const foundContent = contentCard.extend({
  title_matches: ranges,
  channel_matches: ranges,
  /** If only its captions make a video a result: the cue that matches best, and its start in seconds. */
  spoken: z.object({ at: z.number(), text: z.string() }).nullable(),
  /**
   * If only its pages make a document a result: the page that matches best, and what to search the document for; null if
   * the page has other forms of the words.
   */
  written: z.object({ page: z.int(), text: z.string().nullable() }).nullable(),
});
export type FoundContent = z.infer<typeof foundContent>;

export const foundChannel = channelCard.extend({ name_matches: ranges, content_count: z.int() });
export type FoundChannel = z.infer<typeof foundChannel>;

export const namedChannel = channelCard.pick({ id: true, name: true, channel_profile: true });
export type NamedChannel = z.infer<typeof namedChannel>;

export const searchResult = z.object({
  /** Filled for the types video, image and document. */
  contents: z.array(foundContent),
  /** Filled for the type channel. */
  channels: z.array(foundChannel),
  /** Set if nothing matched the term as typed, and this was searched for instead. */
  searched_for: z.string().nullable(),
  /** Whether every word only completes what was typed: 'ele' is not a mistake for 'eleven'. */
  is_continued: z.boolean(),
  /** If nothing matched the term as typed: the other types that have matches. */
  also_in: z.array(z.enum(SEARCH_TYPES)),
  /** On the first page of the types video, image and document: the best channels with a matching name or username. */
  named_channels: z.array(namedChannel),
  pagination,
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchRoutes = {
  result: defineRoute({
    name: "search.result",
    summary: "Public items of a type, or channels, that match a search term",
    method: "GET",
    path: "/search-result",
    access: "member",
    query: {
      search: term,
      type: z.enum(SEARCH_TYPES).default("video"),
      sort: z.enum(SORTS).default("relevance"),
      ...filterQuery,
      ...pageQuery,
    },
    data: searchResult,
  }),
  suggest: defineRoute({
    name: "search.suggest",
    summary: "Suggestions: public titles and channel names with a word that starts with the term",
    method: "GET",
    path: "/search-query",
    access: "member",
    query: { search: term },
    data: z.array(z.string()),
  }),
};
