import { MESSAGES } from "@app/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { contentHref } from "#lib/ids.ts";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { Rail } from "#ui/rail.tsx";
import { RailSkeleton } from "#ui/rail-skeleton.tsx";
import { trendingVideos } from "./discovery.queries.ts";

const AUTOPLAY_MS = 8_000;
const TITLE_MAX = 10;
const CARDS = 5;
const CARDS_ON = [
  { maxWidth: 1723, shown: 4 },
  { maxWidth: 1411, shown: 3 },
  { maxWidth: 1096, shown: 2 },
  { maxWidth: 786, shown: 2 },
  { maxWidth: 712, shown: 1 },
] as const;

/** @param onVisitorOpen what a card does for a visitor, who is asked to join; null for a signed-in person */
export function TrendingRail({ onVisitorOpen }: { onVisitorOpen: ((next: string | null) => void) | null }) {
  const list = useQuery(trendingVideos());
  if (list.isPending) return <RailSkeleton label="Loading trending videos" shown={CARDS} steps={CARDS_ON} />;
  if (list.isError) {
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  }
  if (list.data.length === 0)
    return <Empty title={MESSAGES.noData}>Videos appear here as soon as they are watched.</Empty>;
  return (
    <Rail
      label="Trending videos"
      items={list.data}
      keyOf={(card) => card.id}
      shown={CARDS}
      steps={CARDS_ON}
      autoplayMs={AUTOPLAY_MS}
    >
      {(card, index) => (
        <MediaCard
          href={contentHref(card.type, card.id)}
          title={card.title}
          titleMax={TITLE_MAX}
          picture={card.thumbnail}
          length={card.length}
          channelName={card.channel.name}
          avatar={card.channel.channel_profile}
          views={card.total_views}
          preview={card.preview}
          isFirst={index < CARDS}
          {...(onVisitorOpen && { onOpen: () => onVisitorOpen(contentHref(card.type, card.id)) })}
        />
      )}
    </Rail>
  );
}
