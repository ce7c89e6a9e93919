import { type ContentItem, contentRoutes } from "@app/contract/contents";
import { VIEW_AFTER_S, viewRoutes, viewThresholdS } from "@app/contract/views";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";

const ASK_AGAIN_MS = 2_000;

/** One item; asked for again while it is being processed, and never kept for later: its addresses expire. */
export function contentItem(id: string) {
  return queryOptions({
    queryKey: ["content", id],
    queryFn: ({ signal }) => readItem(id, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "processing" ? ASK_AGAIN_MS : false),
  });
}

export function readItem(id: string, signal?: AbortSignal): Promise<ContentItem> {
  return call(contentRoutes.one, { params: { id } }, signal);
}

export function relatedItems(id: string) {
  return queryOptions({
    queryKey: ["related", id],
    queryFn: ({ signal }) => call(contentRoutes.related, { params: { id } }, signal),
  });
}

/** There is no such item for this person, or what stands in the address is no id at all. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "not_found" || error.kind === "invalid_input");
}

export function useRetryProcessing(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(contentRoutes.retry, { params: { id } }),
    onSuccess: (item) => cache.setQueryData(contentItem(id).queryKey, item),
  });
}

/** @returns to be told the seconds watched; says so to the server once they are enough for a view */
export function useCountView(id: string, lengthS: number | null): (watchedS: number) => void {
  const cache = useQueryClient();
  const isTold = useRef(false);
  const { mutate } = useMutation({
    mutationFn: (watchedS: number) => call(viewRoutes.add, { params: { id }, body: { watched_s: watchedS } }),
    retry: 2,
    onSuccess: ({ total_views }) =>
      cache.setQueryData(contentItem(id).queryKey, (item: ContentItem | undefined) => item && { ...item, total_views }),
  });
  return (watchedS) => {
    const enoughS = lengthS === null ? VIEW_AFTER_S : viewThresholdS(lengthS);
    if (isTold.current || watchedS < enoughS) return;
    isTold.current = true;
    mutate(watchedS);
  };
}
