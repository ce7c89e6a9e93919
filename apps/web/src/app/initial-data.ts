import type { ContentCard } from "@app/contract/contents";
import type { BannerItem, WeeklyEarner } from "@app/contract/discovery";
import type { SiteStats } from "@app/contract/site-stats";
import type { QueryClient } from "@tanstack/react-query";
import { topVideos, trendingVideos, weeklyEarners } from "#features/discovery/discovery.queries.ts";
import { siteStats } from "#features/site-stats/site-stats.queries.ts";

/** What the server embeds in the HTML: the first three lists of `/explore`, or the site stats of `/`. */
type InitialData = {
  weekly_earners?: WeeklyEarner[];
  top_videos?: BannerItem[];
  trending?: ContentCard[];
  site_stats?: SiteStats;
};

/** Moves the embedded data into the query cache, so that the first view renders without requests. */
export function hydrateInitialData(cache: QueryClient): void {
  const block = document.getElementById("initial-data");
  if (!block) return;
  const data = JSON.parse(block.textContent ?? "") as InitialData;
  if (data.weekly_earners) cache.setQueryData(weeklyEarners().queryKey, data.weekly_earners);
  if (data.top_videos) cache.setQueryData(topVideos().queryKey, data.top_videos);
  if (data.trending) cache.setQueryData(trendingVideos().queryKey, data.trending);
  if (data.site_stats) cache.setQueryData(siteStats().queryKey, data.site_stats);
  block.remove();
}
