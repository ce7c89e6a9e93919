import type { ContentType } from "@app/contract/contents";
import type { EarnerCard } from "@app/contract/discovery";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

const NEWEST_ITEMS = 12;

/** The home banner. */
export function topVideos() {
  return queryOptions({
    queryKey: ["discovery", "top-videos"],
    queryFn: async ({ signal }) => (await call("GET /get-top-videos", {}, signal)).content,
  });
}

export function trendingVideos() {
  return queryOptions({
    queryKey: ["discovery", "trending"],
    queryFn: ({ signal }) => call("GET /trending-videos", {}, signal),
  });
}

export function weeklyEarners() {
  return queryOptions({
    queryKey: ["discovery", "weekly"],
    queryFn: ({ signal }) => call("GET /top-earners-weekly", {}, signal),
  });
}

export function topEarners(isMember: boolean) {
  return queryOptions({
    queryKey: ["discovery", "top-earners", isMember],
    meta: { showsFollows: true },
    queryFn: ({ signal }): Promise<EarnerCard[]> =>
      call(isMember ? "GET /user-top-earners" : "GET /top-earners", {}, signal),
  });
}

/** Only the members' route says whether they follow an athlete; for visitors it is false. */
export type ListedAthlete = Awaited<ReturnType<typeof fetchAthletes>>[number];

async function fetchAthletes(isMember: boolean, signal: AbortSignal) {
  if (isMember) return call("GET /user-popular-fieldhouse", {}, signal);
  const athletes = await call("GET /popular-fieldhouse", {}, signal);
  return athletes.map((athlete) => ({ ...athlete, following: false, can: { follow: false } }));
}

export function athletes(isMember: boolean) {
  return queryOptions({
    queryKey: ["discovery", "athletes", isMember],
    meta: { showsFollows: true },
    queryFn: ({ signal }) => fetchAthletes(isMember, signal),
  });
}

/** The newest public items of a type. */
export function newest(type: ContentType) {
  return queryOptions({
    queryKey: ["discovery", "newest", type],
    queryFn: async ({ signal }) =>
      (
        await call(
          "GET /get-contents/:contentType",
          { params: { contentType: type }, query: { per_page: NEWEST_ITEMS } },
          signal,
        )
      ).contents,
  });
}
