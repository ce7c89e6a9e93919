import type { Deps } from "#platform/deps.ts";
import { isCorrectionOf } from "./search.policy.ts";
import { type Folded, type Meaning, selectFolded, selectWords } from "./search.sql.ts";

/** Of terms, and of words as they are written. Beyond this many, all are forgotten and learned anew. */
const KEPT_MAX = 5_000;

/** What PostgreSQL's dictionaries say of words. They say the same for ever: what was asked once is remembered. */
export type LexemeCache = {
  /** The words of a term in its order. */
  read(term: string): Promise<Meaning[]>;
  /** Those of `written` that a search with these meanings finds. */
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
