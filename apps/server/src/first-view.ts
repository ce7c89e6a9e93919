import { discoveryRoutes } from "@app/contract/discovery";
import { API_PREFIX } from "@app/contract/http";
import {
  findLargestPicture,
  findPreview,
  listBanner,
  listTrending,
  listWeeklyEarners,
  readSiteStats,
} from "#modules/discovery/index.ts";
import { findUnindexedChannels } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import type { FirstView, OpenedPage } from "#platform/http/shell.ts";

/** Whoever has such an address may do what it is for: it goes to nobody as a referrer, and into no search engine. */
const SECRET =
  /^\/+(?:recruit|reset-password|sign-in-link|email-verification|change-email-verification|guardian-consent)\//i;

/** The stadium behind the first words of `/`. */
const HERO_SOURCE = "src/assets/scene-stadium.svg";

const EXPLORE = new Set(["/explore", "/portal"]);

/** What is said of an address before its scripts run, and what its page shows first. */
export async function openPage(deps: Deps, address: string): Promise<OpenedPage> {
  const [head, view] = await Promise.all([findPreview(deps, address), openFirstView(deps, address)]);
  return { head, view, isSecret: isSecret(address) };
}

/** In every spelling in which the page opens it: in capitals, with more slashes, with `%72` for an r. */
function isSecret(address: string): boolean {
  try {
    return SECRET.test(decodeURIComponent(address));
  } catch {
    return SECRET.test(address);
  }
}

/** What the page of this address would ask for first; null for a page that asks for nothing public. */
async function openFirstView(deps: Deps, address: string): Promise<FirstView | null> {
  if (address === "/")
    return {
      data: { site_stats: await readSiteStats(deps) },
      asks: [],
      picture: { skeleton: "landing", source: HERO_SOURCE },
    };
  if (EXPLORE.has(address)) return openExplore(deps);
  const picture = await findLargestPicture(deps, address);
  return picture && { data: null, asks: [], picture };
}

/**
 * Search engines read this page. A list that names somebody who is not to be found by them is left out whole, and
 * asked for beside the page's scripts: where they do not ask, below the API.
 */
async function openExplore(deps: Deps): Promise<FirstView> {
  const [weekly, banner, trending] = await Promise.all([listWeeklyEarners(deps), listBanner(deps), listTrending(deps)]);
  const lists = [
    {
      name: "weekly_earners",
      path: discoveryRoutes.weeklyEarners.path,
      // What the contract does not name does not leave, here as in a reply.
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
  const isOpen = (list: { channelIds: string[] }) => !list.channelIds.some((id) => unindexed.has(id));
  const [first] = banner;
  const slide = first && !unindexed.has(first.channel.id) ? first : null;
  return {
    data: Object.fromEntries(lists.filter(isOpen).map((list) => [list.name, list.rows])),
    asks: lists.filter((list) => !isOpen(list)).map((list) => API_PREFIX + list.path),
    picture: slide?.thumbnail ? { skeleton: "explore", href: slide.thumbnail, phoneHref: slide.thumbnail_tall } : null,
  };
}
