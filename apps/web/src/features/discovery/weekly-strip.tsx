import type { WeeklyEarner } from "@app/contract/discovery";
import { toDollars } from "@app/contract/money";
import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#ui/avatar.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CAROUSELS } from "./carousels.ts";
import { CARD_FOCUS, ChannelTarget, type OnVisitorOpen } from "./channel-target.tsx";
import { weeklyEarners } from "./discovery.queries.ts";
import { QueryRail } from "./query-rail.tsx";

/** Who has earned most since Monday; before anybody has, who did the week before. */
export function WeeklyStrip({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  const list = useQuery(weeklyEarners());
  const isLastWeek = list.data?.[0]?.is_last_week ?? false;
  return (
    <Section title={`Top 25 earners: ${isLastWeek ? "Last week" : "This week"}`} isCased>
      <QueryRail
        label="Top 25 earners"
        list={list}
        carousel={CAROUSELS.weekly}
        keyOf={(earner) => earner.id}
        whenEmpty="Whoever earns by referral this week stands here first."
        skeleton={<Skeleton className="h-20 rounded-media" />}
      >
        {(earner, index) => <Place earner={earner} rank={index + 1} onVisitorOpen={onVisitorOpen} />}
      </QueryRail>
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
          <ChannelTarget id={earner.id} onVisitorOpen={onVisitorOpen}>
            {earner.full_name}
          </ChannelTarget>
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
