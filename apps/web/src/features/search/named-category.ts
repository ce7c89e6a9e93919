import type { Category } from "@app/contract/categories";

/** @returns the category whose name is the term, ignoring accents, case and punctuation */
export function findNamedCategory(categories: readonly Category[], term: string): Category | null {
  const wanted = fold(term);
  if (wanted === "") return null;
  return categories.find(({ name }) => fold(name) === wanted) ?? null;
}

function fold(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
}
