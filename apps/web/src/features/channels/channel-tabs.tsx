import type { Channel } from "@app/contract/channels";
import { CONTENT_TYPES, type ContentCard, type ContentItem, type ContentType } from "@app/contract/contents";
import { MESSAGES } from "@app/contract/errors";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toDatedCardProps } from "#lib/card-props.ts";
import { pluralOf, TYPE_TITLES } from "#lib/type-titles.ts";
import { LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { FirstCardSkeleton } from "./channel-states.tsx";
import { channelContents, ownContents } from "./channels.queries.ts";

const FIRST_CARDS = 4;

type ChannelItemsProps = { channel: Pick<Channel, "id" | "name">; type: ContentType };

const CHANNEL_TABS = [...CONTENT_TYPES, "about"] as const;
type ChannelTab = (typeof CHANNEL_TABS)[number];

/** @returns the tab named in the URL, or null */
export function readTab(text: unknown): ChannelTab | null {
  return CHANNEL_TABS.find((tab) => tab === text) ?? null;
}

type ChannelTabsProps = {
  channel: Channel;
  tab: ChannelTab;
  onTab: (tab: ChannelTab) => void;
  about: ReactNode;
};

export function ChannelTabs({ channel, tab, onTab, about }: ChannelTabsProps) {
  // Only earners have content lists of their own.
  const isOwn = channel.is_own && channel.plan !== null;
  return (
    <Tabs
      label={`Content of ${channel.name}`}
      value={tab}
      onChange={onTab}
      tabs={[
        ...CONTENT_TYPES.map((type) => ({
          value: type,
          label: TYPE_TITLES[type],
          content: isOwn ? (
            <OwnItems channelId={channel.id} type={type} />
          ) : (
            <ChannelItems channel={channel} type={type} />
          ),
        })),
        { value: "about" as const, label: "About", content: about },
      ]}
    />
  );
}

/** The published items of a channel. */
function ChannelItems({ channel, type }: ChannelItemsProps) {
  const list = useInfiniteQuery(channelContents(channel.id, type));
  return (
    <InfiniteList
      label={`${pluralOf(type)} of ${channel.name}`}
      list={list}
      itemsOf={({ contents }) => contents}
      empty={
        <Empty title={MESSAGES.noData}>
          {channel.name} has published no {pluralOf(type)} yet.
        </Empty>
      }
      firstSkeleton={type === "video" ? <FirstCardSkeleton /> : undefined}
    >
      {(card, at) => <ItemCard card={card} isFirst={at < FIRST_CARDS} />}
    </InfiniteList>
  );
}

/** All of the owner's items, including private, unlisted, processing and failed ones. */
function OwnItems({ channelId, type }: { channelId: string; type: ContentType }) {
  const list = useInfiniteQuery(ownContents(channelId, type));
  const many = pluralOf(type);
  return (
    <InfiniteList
      label={`Your ${many}`}
      list={list}
      itemsOf={({ contents }) => contents}
      empty={
        <Empty title={MESSAGES.noData}>
          <p>You have no {many} yet.</p>
          {type === "video" && <LinkButton href="/upload-video">Upload a video</LinkButton>}
          {type === "image" && <LinkButton href="/upload-image">Upload images</LinkButton>}
        </Empty>
      }
    >
      {(item, at) => (
        <WithStatusLabel mark={statusLabel(item)}>
          <ItemCard card={{ ...item, preview: null }} isFirst={at < FIRST_CARDS} />
        </WithStatusLabel>
      )}
    </InfiniteList>
  );
}

function ItemCard({ card, isFirst }: { card: ContentCard; isFirst: boolean }) {
  return <MediaCard {...toDatedCardProps(card)} isFirst={isFirst} />;
}

function WithStatusLabel({ mark, children }: { mark: string | null; children: ReactNode }) {
  return (
    <div className="relative">
      {mark !== null && (
        <p className="pointer-events-none absolute top-2 left-2 z-20 rounded-[4px] bg-scrim px-2 py-0.5 text-sm font-semibold text-on-scrim">
          {mark}
        </p>
      )}
      {children}
    </div>
  );
}

/** @returns a label for an item that not everybody can see, or null */
export function statusLabel({ state, progress, visibility }: Pick<ContentItem, "state" | "progress" | "visibility">) {
  if (state === "failed") return "Failed";
  if (state === "processing") return progress === null ? "Processing" : `Processing ${progress}%`;
  if (visibility === "private") return "Private";
  return visibility === "unlisted" ? "Unlisted" : null;
}
