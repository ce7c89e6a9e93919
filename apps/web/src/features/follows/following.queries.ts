import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";

/** New items of followed channels, newest first. Not cached, as specified. */
export function followingContents() {
  return infiniteQueryOptions({
    queryKey: ["following", "contents"],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call("GET /get-following-contents", { query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

/** Followed channels, most recently followed first. */
export function followedChannels() {
  return infiniteQueryOptions({
    queryKey: ["following", "channels"],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call("GET /following", { query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}
