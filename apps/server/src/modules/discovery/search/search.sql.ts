import type { Sort } from "@app/contract/filters";
import { SEARCH_MAX_WORDS, type SearchType } from "@app/contract/search";
import type { NamedQuery } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

type Pool = Deps["pool"];

/** One word of a term and its possible corrections. Words are letters and digits only, as `search_key` leaves them. */
export type SearchWord = {
  word: string;
  /** The stem of an English word; null if it has none or is too common to matter. */
  stem: string | null;
  /** Possible corrections, most likely first. */
  corrections: string[];
};

/** Query texts in tsquery syntax. */
export type TsQuery = {
  /** Finds the documents. Each lexeme starts with a `~`, which the database replaces with the tier it searches. */
  lookup: string;
  /** Ranks the documents: the exact word counts in addition to its stem. */
  ranked: string;
};

export type Filters = {
  kind: SearchType;
  sort: Sort;
  /** As `search_places` writes them. */
  facets: string[];
  /** Exact, because an age facet may be an hour late. */
  since: Date | null;
};

/** The words of a term in order. Stop words count only if there are no others. */
export async function selectWords(pool: Pool, term: string): Promise<SearchWord[]> {
  const { rows } = await pool.query<{ word: string; stems: string[] | null }>({
    name: "search-words",
    text: `select lexeme as word, ts_lexize('english_stem', lexeme) as stems
           from unnest(to_tsvector('simple', search_key($1))) order by positions[1] limit ${SEARCH_MAX_WORDS}`,
    values: [term],
  });
  const significant = rows.filter(({ stems }) => stems?.length !== 0);
  return (significant.length > 0 ? significant : rows).map(({ word, stems }) => ({
    word,
    stem: stems?.[0] ?? null,
    corrections: [],
  }));
}

const ANY_TIME = "-infinity";

/** The best of one month are among the newest, and rarely among the most viewed of all time. */
function sortIndexOf(sort: Sort, since: Date | null): "date" | "views" {
  return sort === "newest" || (sort === "relevance" && since !== null) ? "date" : "views";
}

/** SQL for one row: the `ids` of one page of the best `most`, and the `total`, which is at most `most`. */
export function toFoundIds(
  tsQuery: TsQuery,
  filters: Filters,
  page: { limit: number; offset: number; most: number; leftOutFor: string | null },
): NamedQuery {
  const { kind, sort, since } = filters;
  return {
    name: "search",
    text: `select ids, total from search_page($1, $2::tsquery, $3, $4, $5, $6, $7, $8, $9, ${leftOutSql(10)})`,
    values: [
      toLookup(tsQuery, filters),
      tsQuery.ranked,
      kind,
      since ?? ANY_TIME,
      sortIndexOf(sort, since),
      sort,
      page.most,
      page.limit,
      page.offset,
      page.leftOutFor,
    ],
  };
}

/** SQL: the channels that are left out for the account of this parameter. */
function leftOutSql(parameter: number): string {
  return `array(select b.other_channel_id from block_pairs b where b.account_id = $${parameter}::uuid)`;
}

/** @returns the indexes of the filters under which the query finds something */
export async function selectWhereFound(
  pool: Pool,
  tsQuery: TsQuery,
  filterSets: readonly Filters[],
  leftOutFor: string | null,
): Promise<number[]> {
  const { rows } = await pool.query<{ way: number }>({
    name: "search-where-found",
    text: `select way - 1 as way
           from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[])
             with ordinality asked (lookup, kind, since, ladder, way)
           where search_has(lookup, kind, since, ladder, ${leftOutSql(5)})`,
    values: [
      filterSets.map((filters) => toLookup(tsQuery, filters)),
      filterSets.map(({ kind }) => kind),
      filterSets.map(({ since }) => since ?? ANY_TIME),
      filterSets.map(({ sort, since }) => sortIndexOf(sort, since)),
      leftOutFor,
    ],
  });
  return rows.map(({ way }) => way);
}

function toLookup({ lookup }: TsQuery, { facets }: Filters): string {
  return [`(${lookup})`, ...facets.map((facet) => `'~#${facet}'`)].join(" & ");
}

/** Words that share a form or start with what was typed, each looked up by its key. */
export async function selectSimilarWords(
  pool: Pool,
  typed: readonly string[],
  forms: readonly { word: string; form: string }[],
): Promise<{ typed: string; word: string }[]> {
  const { rows } = await pool.query<{ typed: string; word: string }>({
    name: "search-like-words",
    text: `select typed, word from unnest($1::text[], $2::text[]) asked (typed, form) cross join lateral (
             select f.word from search_word_forms f where f.form = asked.form order by f.word limit 60) shared
           union
           select typed, word from unnest($3::text[]) typed cross join lateral (
             select w.word from search_words w
             where char_length(typed) >= 3 and w.word >= typed and w.word < typed || U&'\\+10FFFF'
             order by w.word limit 6) begun`,
    values: [forms.map(({ word }) => word), forms.map(({ form }) => form), typed],
  });
  return rows;
}

/** Which of these words occur in these documents: in title, tags, name or description. */
export async function selectOccurringWords(
  pool: Pool,
  ids: readonly string[],
  words: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>({
    name: "search-spoken-words",
    text: `select word from unnest($2::text[]) word where exists (
             select from search_documents d where d.id = any($1::uuid[]) and d.words @@ quote_literal(word)::tsquery)`,
    values: [ids, words],
  });
  return rows.map(({ word }) => word);
}

/** A word as written, the key it is searched by, and its English stems. */
export type Folded = { written: string; key: string; stems: string[] };

export async function selectFolded(pool: Pool, written: readonly string[]): Promise<Folded[]> {
  const { rows } = await pool.query<Folded>({
    name: "search-folded",
    text: `select written, key, coalesce(ts_lexize('english_stem', key), '{}') as stems
           from unnest($1::text[]) written cross join lateral (select search_key(written) as key offset 0) folded`,
    values: [written],
  });
  return rows;
}

export type SpokenRow = { id: string; start_ms: number; text: string };

/**
 * Of these items, those that are results because of their captions alone, each with the cue that has the most of the words.
 * @param query as `TsQuery.ranked`: what an item must have
 * @param anyOf the same words, of which a cue has some
 */
export async function selectSpoken(
  pool: Pool,
  ids: readonly string[],
  { query, anyOf }: { query: string; anyOf: string },
): Promise<SpokenRow[]> {
  const { rows } = await pool.query<SpokenRow>({
    name: "search-spoken-cues",
    text: `select d.id, cue.start_ms, cue.text
           from search_documents d join contents i on i.id = d.id cross join lateral (
             select e.start_ms, e.text from captions t join caption_cues e on e.captions_id = t.id
             where t.content_id = d.id and e.words @@ $3::tsquery and (i.length_ms is null or e.start_ms < i.length_ms)
             order by ts_rank(e.words, $3::tsquery) desc, e.start_ms limit 1) cue
           where d.id = any($1::uuid[]) and not ts_filter(d.words, '{a,b,c}') @@ $2::tsquery`,
    values: [ids, query, anyOf],
  });
  return rows;
}

/** A page of a document, and the first of some texts that it contains; null if it contains none of them. */
export type WrittenPlace = { page: number; text: string | null };

/**
 * The page of each document that matches best, for those that have the words nowhere but on their pages.
 * @param texts to look for on that page, written as `search_text` is
 */
export async function selectWritten(
  pool: Pool,
  ids: readonly string[],
  { query, anyOf, texts }: { query: string; anyOf: string; texts: readonly string[] },
): Promise<(WrittenPlace & { id: string })[]> {
  const { rows } = await pool.query<WrittenPlace & { id: string }>({
    name: "search-written-pages",
    text: `select d.id, found.page, found.text
           from search_documents d join contents i on i.id = d.id cross join lateral (
             select p.page,
               (select given.text from unnest($4::text[]) with ordinality given (text, at)
                where position(given.text in p.search_text) > 0 order by given.at limit 1) as text
             from document_pages p
             where p.content_id = i.id and p.run = i.run and p.lexemes @@ $3::tsquery
             order by p.lexemes @@ $2::tsquery desc, ts_rank(p.lexemes, $3::tsquery) desc, p.page limit 1) found
           where d.id = any($1::uuid[]) and not ts_filter(d.words, '{a,b,c}') @@ $2::tsquery`,
    values: [ids, query, anyOf, texts],
  });
  return rows;
}

export type FoundChannelRow = {
  id: string;
  name: string;
  username: string;
  profile_key: string | null;
  subscriber_count: number;
  content_count: number;
};

/** Channels in the order of the `ids` a query finds, in the same round trip, without those that may not be shown. */
export async function selectFoundChannels(
  pool: Pool,
  found: NamedQuery,
): Promise<{ channels: FoundChannelRow[]; total: number }> {
  const { rows } = await pool.query<FoundChannelRow & { total: number; is_empty: boolean }>({
    name: `channels-of-${found.name}`,
    text: `select found.total, c.id is null as is_empty, c.id, c.name, a.username, c.profile_key, c.subscriber_count,
             c.content_count
           from (${found.text}) found left join (
             unnest(found.ids) with ordinality wanted (id, position)
             join channels c on c.id = wanted.id and c.hidden_at is null
             join accounts a on a.id = c.owner_id and a.user_type = 'Fieldhouse' and a.erased_at is null) on true
           order by wanted.position`,
    values: found.values,
  });
  const channels = rows.filter((row) => !row.is_empty).map(({ total: _, is_empty: __, ...channel }) => channel);
  return { channels, total: rows[0]?.total ?? 0 };
}

export async function selectSuggestions(
  pool: Pool,
  { term, most, leftOutFor }: { term: string; most: number; leftOutFor: string | null },
): Promise<string[]> {
  const { rows } = await pool.query<{ title: string }>({
    name: "search-suggestions",
    text: `select title from (select search_key($1) offset 0) k (prefix), search_suggest(left(prefix, 40), $2, ${leftOutSql(3)})
           where prefix <> ''`,
    values: [term, most, leftOutFor],
  });
  return rows.map(({ title }) => title);
}
