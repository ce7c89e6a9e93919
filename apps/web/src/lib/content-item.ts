import type { ContentItem } from "@app/contract/contents";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api.ts";
import { liveMeta } from "./live-queries.ts";

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
