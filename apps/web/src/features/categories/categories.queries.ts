import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import type { BrowseFilters } from "./browse-params.ts";

/** The items of a category, or of all categories, filtered and sorted by the server. */
export function categoryContents(id: number | null, browse: BrowseFilters) {
  return infiniteQueryOptions({
    queryKey: ["category-contents", id, browse],
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /get-category-contents",
        { query: { ...(id !== null && { id }), ...browse, cursor: pageParam } },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}
