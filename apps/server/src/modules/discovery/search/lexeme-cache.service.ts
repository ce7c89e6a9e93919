import type { Deps } from "#platform/deps.ts";
import { isCorrectionOf } from "./search.policy.ts";
import { type Folded, type SearchWord, selectFolded, selectWords } from "./search.sql.ts";

/** Limit for terms and for written words. When it is exceeded, the cache is cleared. */
const CACHE_MAX = 5_000;

/** Caches what PostgreSQL's dictionaries say about words. They never change, so entries do not expire. */
export type LexemeCache = {
  /** The words of a term, in order. */
  read(term: string): Promise<SearchWord[]>;
  /** Those of `written` that a search with these words matches. */
  selectMatching(written: readonly string[], searchWords: readonly SearchWord[]): Promise<ReadonlySet<string>>;
};

export function createLexemeCache({ pool }: Pick<Deps, "pool">): LexemeCache {
  const terms = new Map<string, SearchWord[]>();
  const words = new Map<string, Folded>();
  return {
    async read(term) {
      const cached = terms.get(term);
      if (cached) return cached;
      const read = await selectWords(pool, term);
      store(terms, term, read);
      return read;
    },
    async selectMatching(written, searchWords) {
      const missing = written.filter((word) => !words.has(word));
      const loaded = missing.length > 0 ? await selectFolded(pool, missing) : [];
      const folded = [...written.flatMap((word) => words.get(word) ?? []), ...loaded];
      for (const one of loaded) store(words, one.written, one);
      return new Set(folded.filter((one) => isCorrectionOf(one, searchWords)).map((one) => one.written));
    },
  };
}

function store<T>(cache: Map<string, T>, key: string, value: T): void {
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(key, value);
}
