import type { WeeklyEarner } from "@app/contract/discovery";
import { toDollars } from "@app/contract/formats";
import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#ui/avatar.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CAROUSELS } from "./carousel-settings.ts";
import { weeklyEarners } from "./discovery.queries.ts";
import { CARD_FOCUS, ChannelLink, type OnVisitorOpen, QueryCarousel } from "./query-carousel.tsx";

/** The top earners since Monday, or those of last week until someone has earned. */
export function WeeklyStrip({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  const list = useQuery(weeklyEarners());
  const isLastWeek = list.data?.[0]?.is_last_week ?? false;
  return (
    <Section title={`Top 25 earners: ${isLastWeek ? "Last week" : "This week"}`} isCased>
      <QueryCarousel
        label="Top 25 earners"
        list={list}
        settings={CAROUSELS.weekly}
        keyOf={(earner) => earner.id}
        whenEmpty="The first person who earns through referrals this week will appear here."
        skeleton={<Skeleton className="h-20 rounded-media" />}
      >
        {(earner, index) => <Place earner={earner} rank={index + 1} onVisitorOpen={onVisitorOpen} />}
      </QueryCarousel>
    </Section>
  );
}

type PlaceProps = { earner: WeeklyEarner; rank: number; onVisitorOpen: OnVisitorOpen };

function Place({ earner, rank, onVisitorOpen }: PlaceProps) {
  const count = earner.weekly_referrals_count;
  return (
    <article
      className={`relative flex h-20 items-center gap-2 rounded-media border border-line bg-raised px-2.5 ${CARD_FOCUS}`}
    >
      <span aria-hidden className="score w-6 shrink-0 text-center text-2xl text-muted">
        {rank}
      </span>
      <Avatar picture={earner.profile} name={earner.full_name} size={40} />
      <div className="min-w-0">
        <h3 className="truncate font-semibold">
          <ChannelLink id={earner.id} onVisitorOpen={onVisitorOpen}>
            {earner.full_name}
          </ChannelLink>
        </h3>
        <p className="score truncate">
          <span className="text-lg text-gold">{toDollars(earner.weekly_earning)}</span>{" "}
          <span className="text-sm text-muted">
            {count} {count === 1 ? "referral" : "referrals"}
          </span>
        </p>
      </div>
    </article>
  );
}
