import { CATEGORY_SORTS, type CategorySort } from "@app/contract/categories";
import { CONTENT_TYPES, type ContentType } from "@app/contract/contents";
import { DATES, type DateFilter, LENGTHS, type LengthFilter } from "@app/contract/filters";
import { oneOf } from "#lib/search-params.ts";

/** Takes the place of a category's id in the URL. */
export const ALL_CATEGORIES = "all";

/** Type, sorting and filters of a category's list, kept in the URL. */
export type BrowseFilters = { type: ContentType; sort: CategorySort; date: DateFilter; length: LengthFilter };

export const DEFAULT_BROWSE: BrowseFilters = { type: "video", sort: "newest", date: "any", length: "any" };

/** Unknown or invalid values become their defaults: anybody can edit a URL. */
export function parseBrowseParams(search: { [Field in keyof BrowseFilters]?: unknown }): BrowseFilters {
  const type = oneOf(CONTENT_TYPES, search.type) ?? DEFAULT_BROWSE.type;
  return {
    type,
    sort: oneOf(CATEGORY_SORTS, search.sort) ?? DEFAULT_BROWSE.sort,
    date: oneOf(DATES, search.date) ?? DEFAULT_BROWSE.date,
    // Only videos have a length.
    length: (type === "video" ? oneOf(LENGTHS, search.length) : undefined) ?? DEFAULT_BROWSE.length,
  };
}

/** The URL's search parameters, without defaults. */
export function toBrowseParams({ type, sort, date, length }: BrowseFilters): Record<string, string> {
  return {
    ...(type === DEFAULT_BROWSE.type ? {} : { type }),
    ...(sort === DEFAULT_BROWSE.sort ? {} : { sort }),
    ...(date === DEFAULT_BROWSE.date ? {} : { date }),
    ...(length === DEFAULT_BROWSE.length ? {} : { length }),
  };
}

/** Number of active filters; the type is a tab and does not count. */
export function countActiveFilters(browse: BrowseFilters): number {
  return Object.keys(toBrowseParams({ ...browse, type: DEFAULT_BROWSE.type })).length;
}
