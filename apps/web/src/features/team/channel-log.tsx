import { CHANNEL_ACTIONS } from "@app/contract/teams";
import { useInfiniteQuery } from "@tanstack/react-query";
import { momentInWords } from "#lib/dates.ts";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { channelLog } from "./team.queries.ts";

const WORDS: Readonly<Record<string, string>> = CHANNEL_ACTIONS;
/** Of these the subject is a person, whose name may be erased, or hidden from the reader. */
const ABOUT_PEOPLE = new Set(["invited", "invitation_revoked", "role_changed", "removed"]);
/** Of these the person and the subject are the same. */
const ALONE = new Set(["joined", "left"]);

/** Everything that was done for a channel, and by whom. */
export function ChannelLog({ id }: { id: string }) {
  return (
    <InfiniteList
      label="Log"
      list={useInfiniteQuery(channelLog(id))}
      itemsOf={({ entries }) => entries}
      className="flex flex-col divide-y divide-line"
      skeleton={<Skeleton className="my-2 h-8" />}
      empty={
        <p className="text-muted">
          Once you invite someone, everything that is done for this channel is listed here, with who did it.
        </p>
      }
    >
      {({ actor, action, subject, at }) => (
        <p className="flex flex-wrap justify-between gap-x-4 py-2 text-sm break-words">
          <span className="min-w-0">
            <span className="font-semibold">{actor === null ? "Someone who left" : `@${actor}`}</span>{" "}
            {WORDS[action] ?? action}
            {!ALONE.has(action) && ` ${subject || (ABOUT_PEOPLE.has(action) ? "someone" : "")}`}
          </span>
          <time dateTime={at} className="text-muted">
            {momentInWords(at)}
          </time>
        </p>
      )}
    </InfiniteList>
  );
}
