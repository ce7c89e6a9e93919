import { viewCount } from "@app/contract/counts";
import type { FollowedChannel } from "@app/contract/follows";
import { channelHref } from "@app/contract/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { countInWords } from "#lib/format.ts";
import { Avatar, Cover } from "#ui/avatar.tsx";
import { CARD_GRID, InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { followedChannels } from "./following.queries.ts";
import { FollowsNobody } from "./following-contents.tsx";

type FollowedChannelsProps = {
  /** Of those that were followed or unfollowed here: whether they are followed. */
  changed: ReadonlyMap<string, boolean>;
  followButton: (channel: FollowedChannel, isFollowed: boolean) => ReactNode;
};

/** Who is unfollowed here stays in their place until the list is opened anew: a slip is mended where it was made. */
export function FollowedChannels({ changed, followButton }: FollowedChannelsProps) {
  const list = useInfiniteQuery(followedChannels());
  const { listed, seen } = useSeen(list.data);
  const shown = seen.filter(({ id }) => listed.has(id) || changed.has(id));
  return (
    <InfiniteList
      label="Channels you follow"
      list={list}
      // The same for each page: the list says each once.
      itemsOf={() => shown}
      className={CARD_GRID}
      skeleton={<Skeleton className="h-56 rounded-media" />}
      empty={<FollowsNobody />}
    >
      {(channel) => {
        const isFollowed = changed.get(channel.id) ?? true;
        const isLeft = !isFollowed && !listed.has(channel.id);
        return (
          <FollowedCard channel={isLeft ? oneFewer(channel) : channel}>
            {followButton(channel, isFollowed)}
          </FollowedCard>
        );
      }}
    </InfiniteList>
  );
}

type Pages = { pages: { channels: readonly FollowedChannel[] }[] } | undefined;
type Seen = { of: Pages; listed: ReadonlySet<string>; seen: readonly FollowedChannel[] };

/** What the list has now, as it is now, and what it had since it was opened, each where it first stood. */
function useSeen(data: Pages): Seen {
  const [kept, setKept] = useState<Seen>({ of: undefined, listed: new Set(), seen: [] });
  if (!data || kept.of === data) return kept;
  const channels = data.pages.flatMap((page) => page.channels);
  const seen = [...new Map([...kept.seen, ...channels].map((channel) => [channel.id, channel])).values()];
  const next = { of: data, listed: new Set(channels.map(({ id }) => id)), seen };
  setKept(next);
  return next;
}

/** The list no longer has it, and said the number while one was among them. */
function oneFewer(channel: FollowedChannel): FollowedChannel {
  return { ...channel, subscriber_count: Math.max(0, channel.subscriber_count - 1) };
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
