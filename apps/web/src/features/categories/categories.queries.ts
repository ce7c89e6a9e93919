import { categoryRoutes } from "@app/contract/categories";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { FIRST_PAGE, logFault, nextPage } from "#lib/queries.ts";
import type { Browse } from "./browse-params.ts";

/** Staff change them rarely: asked for once a visit. The spec has a failure logged, besides what the page says. */
export function categoryList() {
  return queryOptions({
    queryKey: ["categories"],
    queryFn: async ({ signal }) => {
      try {
        return await call(categoryRoutes.list, {}, signal);
      } catch (error) {
        if (!signal.aborted) logFault("Categories", error);
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The items of a category, or of all of them, narrowed and ordered by the server. */
export function categoryContents(id: number | null, browse: Browse) {
  return infiniteQueryOptions({
    queryKey: ["category-contents", id, browse],
    queryFn: ({ pageParam, signal }) =>
      call(categoryRoutes.contents, { query: { ...(id !== null && { id }), ...browse, cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}
