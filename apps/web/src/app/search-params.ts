/** What may stand behind the `?` of our addresses. */
const NAMES = [
  "next",
  "tab",
  "as",
  "plan",
  "step",
  "t",
  "search",
  "type",
  "sort",
  "date",
  "length",
  "category",
] as const;

/** Each value is the text it is in the address, and may be anything: a page takes from it what it knows. */
export type SearchParams = { [Name in (typeof NAMES)[number]]?: string };

export function validateSearch(search: Record<string, unknown>): SearchParams {
  const entries = NAMES.map((name) => [name, search[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}
