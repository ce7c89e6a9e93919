import { followRoutes } from "@app/contract/follows";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { nextPage } from "#lib/next-page.ts";

/** What the followed channels published, newest first. Nothing of it is kept, as the specification has it. */
export function followingContents() {
  return infiniteQueryOptions({
    queryKey: ["following", "contents"],
    queryFn: ({ pageParam, signal }) =>
      call(followRoutes.followingContents, { query: { current_page: pageParam } }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

/** The channels themselves, those followed last first. */
export function followedChannels() {
  return infiniteQueryOptions({
    queryKey: ["following", "channels"],
    queryFn: ({ pageParam, signal }) => call(followRoutes.following, { query: { current_page: pageParam } }, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}
