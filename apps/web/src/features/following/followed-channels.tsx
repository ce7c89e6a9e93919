import { channelHref } from "@app/contract/addresses";
import { viewCount } from "@app/contract/counts";
import type { FollowedChannel } from "@app/contract/follows";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countInWords } from "#lib/format.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Cover } from "#ui/cover.tsx";
import { CARD_GRID, EndlessList } from "#ui/endless-list.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { followedChannels } from "./following.queries.ts";
import { FollowsNobody } from "./following-contents.tsx";

type FollowedChannelsProps = { followButton: (channel: FollowedChannel) => ReactNode };

export function FollowedChannels({ followButton }: FollowedChannelsProps) {
  const list = useInfiniteQuery(followedChannels());
  return (
    <EndlessList
      label="Channels you follow"
      list={list}
      itemsOf={({ channels }) => channels}
      className={CARD_GRID}
      skeleton={<Skeleton className="h-56 rounded-media" />}
      empty={<FollowsNobody />}
    >
      {(channel) => <FollowedCard channel={channel}>{followButton(channel)}</FollowedCard>}
    </EndlessList>
  );
}

function FollowedCard({ channel, children }: { channel: FollowedChannel; children: ReactNode }) {
  const { id, name, username, subscriber_count: followers, content_count: media } = channel;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-media border border-line bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <div className="h-24 shrink-0 bg-lift">
        <Cover url={channel.channel_cover} />
      </div>
      <div className="-mt-8 flex min-w-0 flex-1 flex-col gap-1 px-4 pb-4">
        <Avatar picture={channel.channel_profile} name={name} size={64} className="border-2" />
        <h3 className="mt-1 truncate font-semibold group-hover:underline">
          <Link href={channelHref(id)} title={name} className="outline-none after:absolute after:inset-0">
            {name}
          </Link>
        </h3>
        <p className="truncate text-sm text-muted">@{username}</p>
        <p className="score flex gap-x-3 text-muted">
          <span>{countInWords(followers, "follower")}</span>
          <span>{viewCount(media)} media</span>
        </p>
        <div className="relative z-10 mt-auto self-start pt-2">{children}</div>
      </div>
    </article>
  );
}
