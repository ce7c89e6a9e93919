import type { ContentItem } from "@app/contract/contents";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { channelPage } from "#features/channels/channels.queries.ts";
import { FollowButton } from "#features/follows/follow-button.tsx";
import { Slots } from "#features/slots/slots.tsx";
import { ChannelCard } from "#features/watch/item-about.tsx";

/** The item's channel with its current number of followers. A follow is credited to the item. */
export function ItemChannel({ item }: { item: Pick<ContentItem, "id" | "channel"> }) {
  const { data: channel } = useQuery(channelPage(item.channel.id));
  return (
    <ChannelCard
      channel={item.channel}
      followers={channel?.subscriber_count ?? item.channel.subscriber_count}
      followButton={
        (channel?.can.follow || channel?.following) && (
          <FollowButton
            channelId={channel.id}
            name={channel.name}
            following={channel.following}
            contentId={item.id}
            size="md"
          />
        )
      }
    />
  );
}

/** Adds the slots of an item's page below its side column, where they cause no layout shift. */
export function WithSlots({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-8">
      {children}
      <Slots place="watch" />
    </div>
  );
}
