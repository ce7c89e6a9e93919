import { discoveryRoutes } from "@app/contract/discovery";
import { API_PREFIX } from "@app/contract/paths";
import {
  findLcpImage,
  findPreview,
  listBanner,
  listTrending,
  listWeeklyEarners,
  readSiteStats,
} from "#modules/discovery/index.ts";
import { findUnindexedChannels } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import type { InitialData, InitialPage } from "#platform/http/shell.ts";

/** Paths that contain a token: they must not leak as a referrer or into search engines. */
const SECRET =
  /^\/+(?:recruit|reset-password|sign-in-link|email-verification|change-email-verification|guardian-consent|unsubscribe|team-invitation)\//i;

/** The stadium behind the headline of `/`. */
const HERO_SOURCE = "src/assets/scene-stadium.svg";

const EXPLORE = new Set(["/explore", "/portal"]);

/** Loads a page's head and initial data, which the server embeds in its HTML. */
export async function loadInitialPage(deps: Deps, pathname: string): Promise<InitialPage> {
  const [head, initialData] = await Promise.all([findPreview(deps, pathname), loadInitialData(deps, pathname)]);
  return { head, initialData, isSecret: isSecret(pathname) };
}

/** Matches every spelling that the page's router accepts: upper case, repeated slashes, percent-encoded letters. */
function isSecret(pathname: string): boolean {
  try {
    return SECRET.test(decodeURIComponent(pathname));
  } catch {
    return SECRET.test(pathname);
  }
}

/** Returns null for pages that fetch nothing public. */
async function loadInitialData(deps: Deps, pathname: string): Promise<InitialData | null> {
  if (pathname === "/")
    return {
      data: { site_stats: await readSiteStats(deps) },
      preloadUrls: [],
      lcpImage: { skeleton: "landing", source: HERO_SOURCE },
    };
  if (EXPLORE.has(pathname)) return loadExplore(deps);
  const lcpImage = await findLcpImage(deps, pathname);
  return lcpImage && { data: null, preloadUrls: [], lcpImage };
}

/**
 * Search engines index this page but not the API. A list that names somebody who opted out of being indexed is therefore
 * not embedded; the page preloads it from the API instead.
 */
async function loadExplore(deps: Deps): Promise<InitialData> {
  const [weekly, banner, trending] = await Promise.all([
    listWeeklyEarners(deps, null),
    listBanner(deps, null),
    listTrending(deps, null),
  ]);
  const lists = [
    {
      name: "weekly_earners",
      path: discoveryRoutes.weeklyEarners.path,
      // Parsing drops fields that are not in the contract, as a reply's serializer does.
      rows: discoveryRoutes.weeklyEarners.data.parse(weekly),
      channelIds: weekly.map((earner) => earner.id),
    },
    {
      name: "top_videos",
      path: discoveryRoutes.topVideos.path,
      rows: discoveryRoutes.topVideos.data.parse({ content: banner }).content,
      channelIds: banner.map((item) => item.channel.id),
    },
    {
      name: "trending",
      path: discoveryRoutes.trending.path,
      rows: discoveryRoutes.trending.data.parse(trending),
      channelIds: trending.map((card) => card.channel.id),
    },
  ];
  const unindexed = await findUnindexedChannels(
    deps,
    lists.flatMap((list) => list.channelIds),
  );
  const canEmbed = (list: { channelIds: string[] }) => !list.channelIds.some((id) => unindexed.has(id));
  const [first] = banner;
  const slide = first && !unindexed.has(first.channel.id) ? first : null;
  return {
    data: Object.fromEntries(lists.filter(canEmbed).map((list) => [list.name, list.rows])),
    preloadUrls: lists.filter((list) => !canEmbed(list)).map((list) => API_PREFIX + list.path),
    lcpImage: slide?.thumbnail ? { skeleton: "explore", href: slide.thumbnail, phoneHref: slide.thumbnail_tall } : null,
  };
}
