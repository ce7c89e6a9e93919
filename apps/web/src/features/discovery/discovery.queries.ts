import { discoveryRoutes } from "@app/contract/discovery";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** The home banner. */
export function topVideos() {
  return queryOptions({
    queryKey: ["discovery", "top-videos"],
    queryFn: async ({ signal }) => (await call(discoveryRoutes.topVideos, {}, signal)).content,
  });
}

export function trendingVideos() {
  return queryOptions({
    queryKey: ["discovery", "trending"],
    queryFn: ({ signal }) => call(discoveryRoutes.trending, {}, signal),
  });
}
