import { viewCount } from "@app/contract/counts";
import type { EarnerCard } from "@app/contract/discovery";
import { toDollars } from "@app/contract/money";
import { useQuery } from "@tanstack/react-query";
import { countInWords } from "#lib/format.ts";
import { Avatar, Cover } from "#ui/avatar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CAROUSELS } from "./carousels.ts";
import { CARD_FOCUS, ChannelTarget, type OnVisitorOpen } from "./channel-target.tsx";
import { topEarners } from "./discovery.queries.ts";
import { QueryRail } from "./query-rail.tsx";

export function TopEarners({ onVisitorOpen }: { onVisitorOpen: OnVisitorOpen }) {
  return (
    <QueryRail
      label="Top earners"
      list={useQuery(topEarners(onVisitorOpen === null))}
      carousel={CAROUSELS.topEarners}
      keyOf={(earner) => earner.channel_id}
      whenEmpty="Content creators stand here."
      skeleton={<Skeleton className="h-64 rounded-media" />}
    >
      {(earner) => <Earner earner={earner} onVisitorOpen={onVisitorOpen} />}
    </QueryRail>
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
          <ChannelTarget id={earner.channel_id} onVisitorOpen={onVisitorOpen}>
            @{earner.username}
          </ChannelTarget>
        </h3>
        <p className="score text-2xl text-gold">{toDollars(earner.total_earnings)}</p>
        <p className="score flex gap-x-3 text-muted">
          <span>{countInWords(earner.subscriber_count, "follower")}</span>
          <span>{viewCount(earner.content_count)} media</span>
        </p>
      </div>
    </article>
  );
}
