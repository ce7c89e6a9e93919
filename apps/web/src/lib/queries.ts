import type { ContentItem } from "@app/contract/contents";
import type { CursorPagination } from "@app/contract/http";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "./api.ts";
import { ApiError, messageOf } from "./api-error.ts";
import { liveMeta } from "./live-queries.ts";

/** Infinite lists follow the cursor of their last page; the first page has none. */
export const FIRST_PAGE: string | undefined = undefined;

/** @returns the cursor of the next page, or undefined after the last one */
export function nextPage({ pagination }: { pagination: CursorPagination }): string | undefined {
  return pagination.next ?? undefined;
}

/** Retries every failed query on the page: what broke one list usually broke the others. */
export function useRetryFailed(): () => void {
  const cache = useQueryClient();
  return () => void cache.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}

/** Logs a failed request to the console, with the id under which the server logged it. */
export function logFault(what: string, error: unknown): void {
  const id = error instanceof ApiError && error.requestId ? ` (${error.requestId})` : "";
  // biome-ignore lint/suspicious/noConsole: a page has no other log
  console.warn(`${what} could not be fetched: ${messageOf(error)}${id}`);
}

/** Fetched once per visit, as staff rarely change them. Failures are logged as well as shown. */
export const categoryList = queryOptions({
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

/** One item, live while it is being processed. Not cached, because its URLs expire. */
export function contentItem(id: string) {
  return queryOptions({
    queryKey: ["content", id],
    queryFn: ({ signal }) => fetchItem(id, signal),
    gcTime: 0,
    meta: liveMeta("processing.changed", (item: ContentItem) => item.state === "processing"),
  });
}

export function fetchItem(id: string, signal?: AbortSignal): Promise<ContentItem> {
  return call("GET /content/:id", { params: { id } }, signal);
}
