import { CATEGORY_SORTS, type CategorySort } from "@app/contract/categories";
import { DATES, type DateFilter, LENGTHS, type LengthFilter, SORTS, type Sort } from "@app/contract/filters";
import { SEARCH_TYPES, type SearchType } from "@app/contract/search";
import { oneOf } from "#lib/search-params.ts";

/** The filters of a list, as its URL carries them. */
export type Filters = {
  type: SearchType;
  sort: Sort;
  date: DateFilter;
  length: LengthFilter;
  category: number | null;
};

/** The filters of `/filter`, which serves both searches and categories: each has a sort order that the other lacks. */
export type EitherFilters = Omit<Filters, "sort"> & { sort: Sort | CategorySort };

export const NO_FILTERS: Filters = { type: "video", sort: "relevance", date: "any", length: "any", category: null };

/** Reads filters from a URL and ignores invalid values. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const type = oneOf(SEARCH_TYPES, search["type"]) ?? NO_FILTERS.type;
  const category = Number(search["category"]);
  return {
    type,
    sort: oneOf(SORTS, search["sort"]) ?? NO_FILTERS.sort,
    date: oneOf(DATES, search["date"]) ?? NO_FILTERS.date,
    // Only videos have a length; the filter would hide everything else.
    length: (type === "video" ? oneOf(LENGTHS, search["length"]) : undefined) ?? NO_FILTERS.length,
    category: Number.isInteger(category) && category > 0 && category < 2 ** 31 ? category : null,
  };
}

export function readEitherFilters(search: Readonly<Record<string, unknown>>): EitherFilters {
  const sort = oneOf([...SORTS, ...CATEGORY_SORTS], search["sort"]);
  return { ...readFilters(search), sort: sort ?? NO_FILTERS.sort };
}

/** @returns the parameters for a URL, without defaults */
export function toFilterParams(filters: EitherFilters): Record<string, string> {
  const length = filters.type === "video" ? filters.length : NO_FILTERS.length;
  return Object.fromEntries(
    Object.entries({ ...filters, length })
      .filter(([name, value]) => value !== NO_FILTERS[name as keyof Filters])
      .map(([name, value]) => [name, String(value)]),
  );
}

/** How many filters are active, not counting the tab. Date and category do not apply to channels. */
export function countFilters(filters: Filters): number {
  const { type: _, ...chosen } = toFilterParams(filters);
  if (filters.type !== "channel") return Object.keys(chosen).length;
  return chosen["sort"] === undefined ? 0 : 1;
}
