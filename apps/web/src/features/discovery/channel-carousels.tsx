import type { EarnerCard } from "@app/contract/discovery";
import { toDollars } from "@app/contract/formats";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countInWords } from "#lib/format.ts";
import { Avatar, Cover } from "#ui/avatar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CAROUSELS } from "./carousel-settings.ts";
import { athletes, type ListedAthlete, topEarners } from "./discovery.queries.ts";
import { CARD_FOCUS, ChannelLink, type OnVisitorOpen, QueryCarousel } from "./query-carousel.tsx";

type AthletesCarouselProps = {
  onVisitorOpen: OnVisitorOpen;
  /** Null for a visitor. */
  followButton: ((athlete: ListedAthlete) => ReactNode) | null;
};

export function AthletesCarousel({ onVisitorOpen, followButton }: AthletesCarouselProps) {
  const height = followButton ? "h-60 touch:h-64" : "h-48";
  return (
    <QueryCarousel
      label="Athletes of the week"
      list={useQuery(athletes(followButton !== null))}
      settings={CAROUSELS.athletes}
      keyOf={(athlete) => athlete.id}
      whenEmpty="Athletes who publish appear here."
      skeleton={<Skeleton className={`${height} rounded-media`} />}
    >
      {(athlete) => (
        <article
          className={`relative flex flex-col items-center gap-2 rounded-media border border-line bg-raised px-3 py-5 text-center ${height} ${CARD_FOCUS}`}
        >
          <Avatar picture={athlete.profile_url} name={athlete.channel_name} size={88} />
          <h3 className="w-full truncate font-semibold">
            <ChannelLink id={athlete.id} onVisitorOpen={onVisitorOpen}>
              @{athlete.username}
            </ChannelLink>
          </h3>
          <p className="score text-muted">{countInWords(athlete.total_followers, "follower")}</p>
          {followButton && athlete.can.follow && <div className="relative z-20">{followButton(athlete)}</div>}
        </article>
      )}
    </QueryCarousel>
  );
}

export function TopEarners({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  return (
    <QueryCarousel
      label="Top earners"
      list={useQuery(topEarners(onVisitorOpen === null))}
      settings={CAROUSELS.topEarners}
      keyOf={(earner) => earner.channel_id}
      whenEmpty="Content creators appear here."
      skeleton={<Skeleton className="h-64 rounded-media" />}
    >
      {(earner) => <Earner earner={earner} onVisitorOpen={onVisitorOpen} />}
    </QueryCarousel>
  );
}

function Earner({ earner, onVisitorOpen }: { earner: EarnerCard; onVisitorOpen: OnVisitorOpen }) {
  return (
    <article
      className={`relative flex h-64 flex-col overflow-hidden rounded-media border border-line bg-raised ${CARD_FOCUS}`}
    >
      <div className="h-24 shrink-0 bg-lift">
        <Cover url={earner.channel_cover} />
      </div>
      <div className="-mt-8 flex min-w-0 flex-1 flex-col gap-1 px-4 pb-4">
        <Avatar picture={earner.channel_profile} name={earner.channel_name} size={64} className="border-2" />
        <h3 className="mt-1 truncate font-semibold">
          <ChannelLink id={earner.channel_id} onVisitorOpen={onVisitorOpen}>
            @{earner.username}
          </ChannelLink>
        </h3>
        <p className="score text-2xl text-gold">{toDollars(earner.total_earnings)}</p>
        <p className="score flex gap-x-3 text-muted">
          <span>{countInWords(earner.subscriber_count, "follower")}</span>
          <span>{countInWords(earner.content_count, "item")}</span>
        </p>
      </div>
    </article>
  );
}
