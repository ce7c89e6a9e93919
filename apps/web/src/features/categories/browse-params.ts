import { CATEGORY_SORTS, type CategorySort } from "@app/contract/categories";
import { CONTENT_TYPES, type ContentType } from "@app/contract/contents";
import { DATES, type DateFilter, LENGTHS, type LengthFilter } from "@app/contract/filters";
import { oneOf } from "#lib/search-params.ts";

/** Stands for an id in the address of the page of a category. */
export const ALL_CATEGORIES = "all";

/** How a category is browsed, as the address of its page carries it. */
export type Browse = { type: ContentType; sort: CategorySort; date: DateFilter; length: LengthFilter };

export const BROWSE_ALL: Browse = { type: "video", sort: "newest", date: "any", length: "any" };

/** Whatever stands in an address that somebody may have typed; what is not known is left out. */
export function parseBrowseParams(search: { [Field in keyof Browse]?: unknown }): Browse {
  const type = oneOf(CONTENT_TYPES, search.type) ?? BROWSE_ALL.type;
  return {
    type,
    sort: oneOf(CATEGORY_SORTS, search.sort) ?? BROWSE_ALL.sort,
    date: oneOf(DATES, search.date) ?? BROWSE_ALL.date,
    // Only videos have one: it would leave nothing of the others.
    length: (type === "video" ? oneOf(LENGTHS, search.length) : undefined) ?? BROWSE_ALL.length,
  };
}

/** The fields of an address; what stands at its default is not said. */
export function toBrowseParams({ type, sort, date, length }: Browse): Record<string, string> {
  return {
    ...(type === BROWSE_ALL.type ? {} : { type }),
    ...(sort === BROWSE_ALL.sort ? {} : { sort }),
    ...(date === BROWSE_ALL.date ? {} : { date }),
    ...(length === BROWSE_ALL.length ? {} : { length }),
  };
}

/** How many are chosen, the tab aside. */
export function countChosen(browse: Browse): number {
  return Object.keys(toBrowseParams({ ...browse, type: BROWSE_ALL.type })).length;
}
