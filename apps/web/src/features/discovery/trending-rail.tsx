import { contentHref } from "@app/contract/addresses";
import { useQuery } from "@tanstack/react-query";
import { cardFacts } from "#lib/card-facts.ts";
import { MediaCard } from "#ui/media-card.tsx";
import { CAROUSELS } from "./carousels.ts";
import type { OnVisitorOpen } from "./channel-target.tsx";
import { trendingVideos } from "./discovery.queries.ts";
import { QueryRail } from "./query-rail.tsx";

const TITLE_MAX = 10;

export function TrendingRail({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  return (
    <QueryRail
      label="Trending videos"
      list={useQuery(trendingVideos())}
      carousel={CAROUSELS.trending}
      keyOf={(card) => card.id}
      whenEmpty="Videos appear here as soon as they are watched."
    >
      {(card) => (
        <MediaCard
          {...cardFacts(card)}
          titleMax={TITLE_MAX}
          {...(onVisitorOpen && { onOpen: () => onVisitorOpen(contentHref(card.type, card.id)) })}
        />
      )}
    </QueryRail>
  );
}
