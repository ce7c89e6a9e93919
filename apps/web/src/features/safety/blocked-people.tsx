import { useInfiniteQuery } from "@tanstack/react-query";
import { dateInWords } from "#lib/dates.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { blockedPeople, useSetBlocked } from "./safety.queries.ts";

/** In Settings: the people one blocked. */
export function BlockedPeople() {
  const set = useSetBlocked();
  return (
    <InfiniteList
      label="Blocked people"
      list={useInfiniteQuery(blockedPeople)}
      itemsOf={({ people }) => people}
      className="flex max-w-xl flex-col gap-3"
      skeleton={<Skeleton className="h-16" />}
      empty={<p className="text-muted">You have not blocked anyone.</p>}
    >
      {({ id, name, username, channel_profile, blocked_at }) => (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-media border border-line bg-raised p-4">
          <div className="flex min-w-0 items-center gap-3">
            <Avatar picture={channel_profile} name={name} size={40} />
            <p className="min-w-0 break-words">
              <span className="font-semibold">{name}</span>{" "}
              <span className="text-muted">
                @{username} · {dateInWords(blocked_at)}
              </span>
            </p>
          </div>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Unblock ${name}`}
            busy={set.isPending && set.variables.channelId === id}
            onClick={() => set.mutate({ channelId: id, isBlocked: false })}
          >
            Unblock
          </Button>
        </div>
      )}
    </InfiniteList>
  );
}
