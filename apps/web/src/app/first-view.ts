import type { ContentCard } from "@app/contract/contents";
import type { BannerItem, WeeklyEarner } from "@app/contract/discovery";
import type { PublicNumbers } from "@app/contract/numbers";
import type { QueryClient } from "@tanstack/react-query";
import { topVideos, trendingVideos, weeklyEarners } from "#features/discovery/discovery.queries.ts";
import { publicNumbers } from "#features/numbers/numbers.queries.ts";

/** What the server writes into the shell: of `/explore` its first three lists, of `/` its numbers. */
type FirstView = {
  weekly_earners?: WeeklyEarner[];
  top_videos?: BannerItem[];
  trending?: ContentCard[];
  public_numbers?: PublicNumbers;
};

/** Takes what came with the page, so that its first view is drawn without asking. */
export function takeFirstView(cache: QueryClient): void {
  const block = document.getElementById("first-view");
  if (!block) return;
  const view = JSON.parse(block.textContent ?? "") as FirstView;
  if (view.weekly_earners) cache.setQueryData(weeklyEarners().queryKey, view.weekly_earners);
  if (view.top_videos) cache.setQueryData(topVideos().queryKey, view.top_videos);
  if (view.trending) cache.setQueryData(trendingVideos().queryKey, view.trending);
  if (view.public_numbers) cache.setQueryData(publicNumbers().queryKey, view.public_numbers);
  block.remove();
}
