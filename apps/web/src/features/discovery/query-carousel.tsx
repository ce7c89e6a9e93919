import type { ContentCard, ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import { channelHref, contentHref } from "@app/contract/paths";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toCardProps } from "#lib/card-props.ts";
import { useRetryFailed } from "#lib/queries.ts";
import { Carousel, CarouselSkeleton } from "#ui/carousel.tsx";
import { Empty } from "#ui/empty.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { Section } from "#ui/section.tsx";
import { CAROUSELS, type CarouselSettings } from "./carousel-settings.ts";
import { newest, trendingVideos } from "./discovery.queries.ts";

const CARD_TITLE_CUT = 10;

type QueryCarouselProps<Item> = {
  label: string;
  list: UseQueryResult<readonly Item[]>;
  settings: CarouselSettings;
  keyOf: (item: Item) => string;
  /** Shown below "No data". */
  whenEmpty: string;
  /** The placeholder of one card, in its size; by default that of a media card. */
  skeleton?: ReactNode;
  children: (item: Item, index: number) => ReactNode;
};

/** A carousel in its four states: loading, failed, empty or filled. */
export function QueryCarousel<Item>({
  label,
  list,
  settings: { slidesPerView, breakpoints, autoplayMs },
  keyOf,
  whenEmpty,
  skeleton,
  children,
}: QueryCarouselProps<Item>) {
  const retryFailed = useRetryFailed();
  const size = { slidesPerView, breakpoints };
  if (list.isPending) return <CarouselSkeleton label={`Loading ${label}`} {...size} card={skeleton} />;
  if (!list.data) return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={retryFailed} />;
  if (list.data.length === 0) return <Empty title={MESSAGES.noData}>{whenEmpty}</Empty>;
  return (
    <Carousel label={label} items={list.data} keyOf={keyOf} {...size} {...(autoplayMs !== null && { autoplayMs })}>
      {children}
    </Carousel>
  );
}

type ContentCarouselProps = {
  label: string;
  list: UseQueryResult<readonly ContentCard[]>;
  settings: CarouselSettings;
  whenEmpty: string;
  onVisitorOpen: OnVisitorOpen;
};

function ContentCarousel({ onVisitorOpen, ...rest }: ContentCarouselProps) {
  return (
    <QueryCarousel {...rest} keyOf={(card) => card.id}>
      {(card) => (
        <MediaCard
          {...toCardProps(card)}
          titleMax={CARD_TITLE_CUT}
          {...(onVisitorOpen && { onOpen: () => onVisitorOpen(contentHref(card.type, card.id)) })}
        />
      )}
    </QueryCarousel>
  );
}

export function TrendingCarousel({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  return (
    <ContentCarousel
      label="Trending videos"
      list={useQuery(trendingVideos())}
      settings={CAROUSELS.trending}
      whenEmpty="No videos have been published yet."
      onVisitorOpen={onVisitorOpen}
    />
  );
}

type NewestSectionProps = { type: ContentType; title: string; label: string; onVisitorOpen: OnVisitorOpen };

/** The newest items of a type. The whole section is hidden while there are none. */
export function NewestSection({ type, title, label, onVisitorOpen }: NewestSectionProps) {
  const list = useQuery(newest(type));
  if (list.data?.length === 0) return null;
  return (
    <Section title={title}>
      <ContentCarousel
        label={label}
        list={list}
        settings={CAROUSELS.newest}
        whenEmpty=""
        onVisitorOpen={onVisitorOpen}
      />
    </Section>
  );
}

type ChannelLinkProps = {
  id: string;
  /** Asks a visitor to join; null for a member, for whom the card links to the channel. */
  onVisitorOpen: OnVisitorOpen;
  className?: string;
  children: ReactNode;
};

export type OnVisitorOpen = ((next: string | null) => void) | null;

/** A card's name; its click target covers the whole card. */
export function ChannelLink({ id, onVisitorOpen, className = "", children }: ChannelLinkProps) {
  // A button needs its own `truncate`; a link inherits it from the heading.
  const look = `max-w-full truncate align-bottom after:absolute after:inset-0 after:z-10 outline-none ${className}`;
  const href = channelHref(id);
  if (onVisitorOpen)
    return (
      <button type="button" onClick={() => onVisitorOpen(href)} className={look}>
        {children}
      </button>
    );
  return (
    <Link href={href} className={look}>
      {children}
    </Link>
  );
}

/** Outlines the card while its name has the focus, but not while another button in it does. */
export const CARD_FOCUS =
  "has-[h3_:focus-visible]:outline-2 has-[h3_:focus-visible]:outline-offset-2 has-[h3_:focus-visible]:outline-accent";
