import { type searchRoutes as Routes, SEARCH_MAX_CHARS, searchRoutes } from "@app/contract/search";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "#lib/api.ts";

export type Asked = Omit<z.input<(typeof Routes)["result"]["query"]>, "current_page" | "per_page">;

/** Results are asked for anew each time: none are kept once nobody looks at them. */
export function searchResults(asked: Asked) {
  return infiniteQueryOptions({
    queryKey: ["search", "results", asked],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call(searchRoutes.result, { query: { ...asked, current_page: pageParam } }, signal),
    initialPageParam: 1,
    // The best 300, in an order that no cursor holds.
    getNextPageParam: ({ pagination: { current_page, last_page } }) =>
      current_page < last_page ? current_page + 1 : undefined,
    staleTime: 0,
    enabled: asked.search !== "",
  });
}

export function suggestions(term: string, isWanted: boolean) {
  return queryOptions({
    queryKey: ["search", "suggestions", term],
    queryFn: ({ signal }) => call(searchRoutes.suggest, { query: { search: firstChars(term) } }, signal),
    enabled: isWanted && term !== "",
    placeholderData: keepPreviousData,
  });
}

/** The server reads no more than this, and an address cannot carry much more. What no text can hold is not in it. */
export function firstChars(term: string): string {
  const text = term.replaceAll("\0", "").toWellFormed().trim();
  return [...text].slice(0, SEARCH_MAX_CHARS).join("").trim();
}
