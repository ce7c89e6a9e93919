/** The parameters that our pages read from the address. */
const NAMES = [
  "next",
  "tab",
  "as",
  "plan",
  "step",
  "t",
  "page",
  "search",
  "type",
  "sort",
  "date",
  "length",
  "category",
  "state",
  "visibility",
  "page",
  "item",
  "days",
  "notification",
  "search_term",
  "per_page",
  "filter_type",
  "time_frame",
] as const;

/** Raw text as typed in the address; each page validates the parameters it uses. */
export type SearchParams = { [Name in (typeof NAMES)[number]]?: string };

export function validateSearch(search: Record<string, unknown>): SearchParams {
  const entries = NAMES.map((name) => [name, search[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
}

/** @returns the value if it is one of the options, otherwise undefined */
export function oneOf<T extends string>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}
