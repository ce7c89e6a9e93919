import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countInWords } from "#lib/format.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CAROUSELS } from "./carousels.ts";
import { CARD_FOCUS, ChannelTarget, type OnVisitorOpen } from "./channel-target.tsx";
import { athletes, type ShownAthlete } from "./discovery.queries.ts";
import { QueryRail } from "./query-rail.tsx";

type AthletesRailProps = {
  onVisitorOpen: OnVisitorOpen;
  /** For a signed-in person: Follow, or Following. */
  followButton: ((athlete: ShownAthlete) => ReactNode) | null;
};

export function AthletesRail({ onVisitorOpen, followButton }: AthletesRailProps) {
  const height = followButton ? "h-60 touch:h-64" : "h-48";
  return (
    <QueryRail
      label="Athletes of the week"
      list={useQuery(athletes(followButton !== null))}
      carousel={CAROUSELS.athletes}
      keyOf={(athlete) => athlete.id}
      whenEmpty="Athletes who publish stand here."
      skeleton={<Skeleton className={`${height} rounded-media`} />}
    >
      {(athlete) => (
        <article
          className={`relative flex flex-col items-center gap-2 rounded-media border border-line bg-raised px-3 py-5 text-center ${height} ${CARD_FOCUS}`}
        >
          <Avatar picture={athlete.profile_url} name={athlete.channel_name} size={88} />
          <h3 className="w-full truncate font-semibold">
            <ChannelTarget id={athlete.id} onVisitorOpen={onVisitorOpen}>
              @{athlete.username}
            </ChannelTarget>
          </h3>
          <p className="score text-muted">{countInWords(athlete.total_followers, "follower")}</p>
          {followButton && athlete.can.follow && <div className="relative z-20">{followButton(athlete)}</div>}
        </article>
      )}
    </QueryRail>
  );
}
