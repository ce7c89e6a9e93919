import { CATEGORY_SORTS, type CategorySort } from "@app/contract/categories";
import { DATES, type DateFilter, LENGTHS, type LengthFilter, SORTS, type Sort } from "@app/contract/filters";
import { SEARCH_TYPES, type SearchType } from "@app/contract/search";
import { oneOf } from "#lib/search-params.ts";

/** What a list of items is narrowed by, as the address of its page carries it. */
export type Filters = {
  type: SearchType;
  sort: Sort;
  date: DateFilter;
  length: LengthFilter;
  category: number | null;
};

/** As `/filter` has them, which is for a search and for a category: each has an order that the other has not. */
export type EitherFilters = Omit<Filters, "sort"> & { sort: Sort | CategorySort };

export const NO_FILTERS: Filters = { type: "video", sort: "relevance", date: "any", length: "any", category: null };

/** Whatever stands in an address that somebody may have typed; what is not known is left out. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const type = oneOf(SEARCH_TYPES, search["type"]) ?? NO_FILTERS.type;
  const category = Number(search["category"]);
  return {
    type,
    sort: oneOf(SORTS, search["sort"]) ?? NO_FILTERS.sort,
    date: oneOf(DATES, search["date"]) ?? NO_FILTERS.date,
    // Only videos have one: it would leave nothing of the others.
    length: (type === "video" ? oneOf(LENGTHS, search["length"]) : undefined) ?? NO_FILTERS.length,
    category: Number.isInteger(category) && category > 0 && category < 2 ** 31 ? category : null,
  };
}

export function readEitherFilters(search: Readonly<Record<string, unknown>>): EitherFilters {
  const sort = oneOf([...SORTS, ...CATEGORY_SORTS], search["sort"]);
  return { ...readFilters(search), sort: sort ?? NO_FILTERS.sort };
}

/** The fields of an address; what stands at its default is not said. */
export function toAddress(filters: EitherFilters): Record<string, string> {
  const length = filters.type === "video" ? filters.length : NO_FILTERS.length;
  return Object.fromEntries(
    Object.entries({ ...filters, length })
      .filter(([name, value]) => value !== NO_FILTERS[name as keyof Filters])
      .map(([name, value]) => [name, String(value)]),
  );
}

/** How many are chosen, the tab aside. A channel has no day and no category: those wait for the other tabs. */
export function countFilters(filters: Filters): number {
  const { type: _, ...chosen } = toAddress(filters);
  if (filters.type !== "channel") return Object.keys(chosen).length;
  return chosen["sort"] === undefined ? 0 : 1;
}
