import type { Deps } from "#platform/deps.ts";
import { isCorrectionOf } from "./search.policy.ts";
import { type Folded, type Meaning, selectFolded, selectWords } from "./search.sql.ts";

/** Limit for terms and for written words. When it is exceeded, the cache is cleared. */
const KEPT_MAX = 5_000;

/** Caches what PostgreSQL's dictionaries say about words. They never change, so entries do not expire. */
export type LexemeCache = {
  /** The words of a term, in order. */
  read(term: string): Promise<Meaning[]>;
  /** Those of `written` that a search with these meanings matches. */
  choose(written: readonly string[], meanings: readonly Meaning[]): Promise<ReadonlySet<string>>;
};

export function createLexemeCache({ pool }: Pick<Deps, "pool">): LexemeCache {
  const terms = new Map<string, Meaning[]>();
  const words = new Map<string, Folded>();
  return {
    async read(term) {
      const known = terms.get(term);
      if (known) return known;
      const read = await selectWords(pool, term);
      keep(terms, term, read);
      return read;
    },
    async choose(written, meanings) {
      const unknown = written.filter((word) => !words.has(word));
      const asked = unknown.length > 0 ? await selectFolded(pool, unknown) : [];
      const folded = [...written.flatMap((word) => words.get(word) ?? []), ...asked];
      for (const one of asked) keep(words, one.written, one);
      return new Set(folded.filter((one) => isCorrectionOf(one, meanings)).map((one) => one.written));
    },
  };
}

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(key, value);
}
