import { followRoutes } from "@app/contract/follows";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";

/** What the followed channels published, newest first. Nothing of it is kept, as the specification has it. */
export function followingContents() {
  return infiniteQueryOptions({
    queryKey: ["following", "contents"],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call(followRoutes.followingContents, { query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

/** The channels themselves, those followed last first. */
export function followedChannels() {
  return infiniteQueryOptions({
    queryKey: ["following", "channels"],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call(followRoutes.following, { query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}
