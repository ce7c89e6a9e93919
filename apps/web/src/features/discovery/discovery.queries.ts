import { type ContentType, contentRoutes } from "@app/contract/contents";
import { discoveryRoutes, type EarnerCard } from "@app/contract/discovery";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/api.ts";

/** How many of the newest images and documents stand on the page. */
const NEWEST = 12;

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

export function weeklyEarners() {
  return queryOptions({
    queryKey: ["discovery", "weekly"],
    queryFn: ({ signal }) => call(discoveryRoutes.weeklyEarners, {}, signal),
  });
}

export function topEarners(isMember: boolean) {
  const route = isMember ? discoveryRoutes.userTopEarners : discoveryRoutes.topEarners;
  return queryOptions({
    queryKey: ["discovery", "top-earners", isMember],
    meta: { showsFollows: true },
    queryFn: ({ signal }): Promise<EarnerCard[]> => call(route, {}, signal),
  });
}

/** A card that a member is shown says whether they follow; a visitor's does not. */
export type ShownAthlete = Awaited<ReturnType<typeof askAthletes>>[number];

async function askAthletes(isMember: boolean, signal: AbortSignal) {
  if (isMember) return call(discoveryRoutes.userAthletes, {}, signal);
  const athletes = await call(discoveryRoutes.athletes, {}, signal);
  return athletes.map((athlete) => ({ ...athlete, following: false, can: { follow: false } }));
}

export function athletes(isMember: boolean) {
  return queryOptions({
    queryKey: ["discovery", "athletes", isMember],
    meta: { showsFollows: true },
    queryFn: ({ signal }) => askAthletes(isMember, signal),
  });
}

/** The newest public items of a type. */
export function newest(type: ContentType) {
  return queryOptions({
    queryKey: ["discovery", "newest", type],
    queryFn: async ({ signal }) =>
      (await call(contentRoutes.ofChannel, { params: { contentType: type }, query: { per_page: NEWEST } }, signal))
        .contents,
  });
}
