import type { ContentType } from "@app/contract/contents";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";

type Pages = { pages: readonly { contents: readonly { state: string }[] }[] };

export function channelFollowers(id: string) {
  return infiniteQueryOptions({
    queryKey: ["channels", "followers", id],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call("GET /get-followers/:id", { params: { id }, query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}

export function channelContents(id: string, type: ContentType) {
  return infiniteQueryOptions({
    queryKey: ["channel-contents", id, type],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /get-contents/:contentType",
        { params: { contentType: type }, query: { channel_id: id, cursor: pageParam } },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
  });
}

/**
 * Items in every state; live while any is being processed.
 * @param channel the user's own, also while they act for a team
 */
export function ownContents(channel: string, type: ContentType) {
  return infiniteQueryOptions({
    queryKey: ["channel-contents", "own", channel, type],
    gcTime: 0,
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /my-contents/:contentType",
        { params: { contentType: type }, query: { cursor: pageParam }, channel },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    meta: liveMeta("processing.changed", ({ pages }: Pages) =>
      pages.some(({ contents }) => contents.some((item) => item.state === "processing")),
    ),
  });
}

export function channelMeasurables(id: string) {
  return queryOptions({
    queryKey: ["measurables", id],
    queryFn: ({ signal }) => call("GET /measurables/:id", { params: { id } }, signal),
  });
}

/** Never cached: each visit shows fresh data. */
export function channelPage(id: string) {
  return queryOptions({
    queryKey: ["channels", "one", id],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ signal }) => call("GET /get-channel/:id", { params: { id } }, signal),
  });
}
