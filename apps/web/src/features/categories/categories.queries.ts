import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { FIRST_PAGE, logFault, nextPage } from "#lib/queries.ts";
import type { BrowseFilters } from "./browse-params.ts";

/** Fetched once per visit, as staff rarely change them. The spec requires failures to be logged as well as shown. */
export function categoryList() {
  return queryOptions({
    queryKey: ["categories"],
    queryFn: async ({ signal }) => {
      try {
        return await call("GET /categories", {}, signal);
      } catch (error) {
        if (!signal.aborted) logFault("Categories", error);
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

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
