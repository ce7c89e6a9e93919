import { MESSAGES } from "@app/contract/errors";
import type { FollowedChannel } from "@app/contract/follows";
import { channelHref } from "@app/contract/paths";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "#lib/api.ts";
import { toDatedCardProps } from "#lib/card-props.ts";
import { countInWords } from "#lib/format.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { Avatar, Cover } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { CARD_GRID, InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const FIRST_CARDS = 4;

type FollowedChannelsProps = {
  /** Whether each channel is followed that was followed or unfollowed on this page. */
  changed: ReadonlyMap<string, boolean>;
  followButton: (channel: FollowedChannel, isFollowed: boolean) => ReactNode;
};

/** An unfollowed channel stays in the list until it is reopened, so that a mistake can be undone. */
export function FollowedChannels({ changed, followButton }: FollowedChannelsProps) {
  const list = useInfiniteQuery(followedChannels());
  const { listed, seen } = useSeen(list.data);
  const shown = seen.filter(({ id }) => listed.has(id) || changed.has(id));
  return (
    <InfiniteList
      label="Channels you follow"
      list={list}
      // All items for every page; the list removes duplicates.
      itemsOf={() => shown}
      className={CARD_GRID}
      skeleton={<Skeleton className="h-56 rounded-media" />}
      empty={<FollowsNobody />}
    >
      {(channel) => {
        const isFollowed = changed.get(channel.id) ?? true;
        const isRemoved = !isFollowed && !listed.has(channel.id);
        return (
          <FollowedCard channel={isRemoved ? withOneFewer(channel) : channel}>
            {followButton(channel, isFollowed)}
          </FollowedCard>
        );
      }}
    </InfiniteList>
  );
}

type Pages = { pages: { channels: readonly FollowedChannel[] }[] } | undefined;
type Seen = { of: Pages; listed: ReadonlySet<string>; seen: readonly FollowedChannel[] };

/** The current channels, and all channels since the list was opened, in their first order and with their latest data. */
function useSeen(data: Pages): Seen {
  const [last, setLast] = useState<Seen>({ of: undefined, listed: new Set(), seen: [] });
  if (!data || last.of === data) return last;
  const channels = data.pages.flatMap((page) => page.channels);
  const seen = [...new Map([...last.seen, ...channels].map((channel) => [channel.id, channel])).values()];
  const next = { of: data, listed: new Set(channels.map(({ id }) => id)), seen };
  setLast(next);
  return next;
}

/** The stored count is from before the unfollow. */
function withOneFewer(channel: FollowedChannel): FollowedChannel {
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
          <span>{countInWords(media, "item")}</span>
        </p>
        <div className="relative z-10 mt-auto self-start pt-2">{children}</div>
      </div>
    </article>
  );
}

export function FollowingContents({ onShowChannels }: { onShowChannels: () => void }) {
  const list = useInfiniteQuery(followingContents());
  return (
    <InfiniteList
      label="New from the channels you follow"
      list={list}
      itemsOf={({ contents }) => contents}
      empty={<NothingNew onShowChannels={onShowChannels} />}
    >
      {(card, at) => <MediaCard {...toDatedCardProps(card)} isFirst={at < FIRST_CARDS} />}
    </InfiniteList>
  );
}

/** Explains how to start, or that followed channels have not published anything. */
function NothingNew({ onShowChannels }: { onShowChannels: () => void }) {
  const channels = useInfiniteQuery(followedChannels());
  if (channels.isPending) return null;
  if (channels.data?.pages[0]?.pagination.total === 0) return <FollowsNobody />;
  return (
    <Empty title={MESSAGES.noData}>
      <p>The channels you follow haven't published anything yet. New items show up here.</p>
      <Button variant="secondary" onClick={onShowChannels}>
        Show channels
      </Button>
    </Empty>
  );
}

function FollowsNobody() {
  return (
    <Empty title={MESSAGES.noData}>
      <p>You don't follow any channels yet. Open one you like and press Follow: new items show up here.</p>
      <LinkButton href="/explore">Find channels to follow</LinkButton>
    </Empty>
  );
}

/** New items of followed channels, newest first. Not cached, as specified. */
export function followingContents() {
  return infiniteQueryOptions({
    queryKey: ["following", "contents"],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call("GET /get-following-contents", { query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}

/** Followed channels, most recently followed first. */
export function followedChannels() {
  return infiniteQueryOptions({
    queryKey: ["following", "channels"],
    meta: { showsFollows: true },
    gcTime: 0,
    queryFn: ({ pageParam, signal }) => call("GET /following", { query: { cursor: pageParam } }, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    staleTime: 0,
  });
}
