import type { ContentCard } from "@app/contract/contents";
import type { BannerItem } from "@app/contract/discovery";
import type { QueryClient } from "@tanstack/react-query";
import { topVideos, trendingVideos } from "#features/discovery/discovery.queries.ts";

/** What the server writes into the shell of `/explore`. */
type FirstView = { top_videos: BannerItem[]; trending: ContentCard[] };

/** Takes what came with the page, so that its first view is drawn without asking. */
export function takeFirstView(cache: QueryClient): void {
  const block = document.getElementById("first-view");
  if (!block) return;
  const view = JSON.parse(block.textContent ?? "") as FirstView;
  cache.setQueryData(topVideos().queryKey, view.top_videos);
  cache.setQueryData(trendingVideos().queryKey, view.trending);
  block.remove();
}
