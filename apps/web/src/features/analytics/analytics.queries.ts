import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** The numbers of the own channel in the last days, today included. */
export function channelAnalytics(days: number) {
  return queryOptions({
    queryKey: ["analytics", "channel", days],
    queryFn: ({ signal }) => call("GET /analytics", { query: { days } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function contentAnalytics(id: string, days: number) {
  return queryOptions({
    queryKey: ["analytics", "content", id, days],
    queryFn: ({ signal }) => call("GET /content/:id/analytics", { params: { id }, query: { days } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
