import type { Channel } from "@app/contract/channels";
import { MESSAGES } from "@app/contract/errors";
import { channelHref } from "@app/contract/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Avatar } from "#ui/avatar.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { channelFollowers } from "./channels.queries.ts";

type FollowersProps = { channel: Pick<Channel, "id" | "name">; onClose: () => void };

/** The followers of a channel, if its owner shares them. */
export function Followers({ channel, onClose }: FollowersProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Followers">
      <FollowerList channel={channel} onGo={onClose} />
    </Dialog>
  );
}

function FollowerList({ channel, onGo }: { channel: FollowersProps["channel"]; onGo: () => void }) {
  const list = useInfiniteQuery(channelFollowers(channel.id));
  return (
    <InfiniteList
      label={`Followers of ${channel.name}`}
      list={list}
      itemsOf={({ followers }) => followers}
      className="flex flex-col"
      skeleton={<Skeleton className="my-2 h-11" />}
      empty={<Empty title={MESSAGES.noData}>Nobody follows this channel yet.</Empty>}
    >
      {({ id, name, username, channel_profile }) => (
        <Link
          href={channelHref(id)}
          onClick={onGo}
          className="flex min-h-14 items-center gap-3 rounded-control px-2 hover:bg-lift"
        >
          <Avatar picture={channel_profile} name={name} size={40} />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{name}</span>
            <span className="block truncate text-sm text-muted">@{username}</span>
          </span>
        </Link>
      )}
    </InfiniteList>
  );
}
