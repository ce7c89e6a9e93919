import { useQuery } from "@tanstack/react-query";
import { CAROUSELS } from "./carousels.ts";
import type { OnVisitorOpen } from "./channel-target.tsx";
import { trendingVideos } from "./discovery.queries.ts";
import { ItemsRail } from "./items-rail.tsx";

export function TrendingRail({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  return (
    <ItemsRail
      label="Trending videos"
      list={useQuery(trendingVideos())}
      carousel={CAROUSELS.trending}
      whenEmpty="No videos have been published yet."
      onVisitorOpen={onVisitorOpen}
    />
  );
}
