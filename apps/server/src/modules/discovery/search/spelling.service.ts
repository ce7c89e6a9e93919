import type { Deps } from "#platform/deps.ts";
import { type Meaning, selectLikeWords } from "./search.sql.ts";
import { chooseOthers, formsOf } from "./words.policy.ts";

/** @returns the words with what may have been correctSpelling by them, of the words that public titles and names are made of */
export async function correctSpelling(pool: Deps["pool"], words: readonly Meaning[]): Promise<Meaning[]> {
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
