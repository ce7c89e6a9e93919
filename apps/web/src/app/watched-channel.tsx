import type { ContentItem } from "@app/contract/contents";
import { useQuery } from "@tanstack/react-query";
import { channelPage } from "#features/channels/channel-page.queries.ts";
import { FollowButton } from "#features/follows/follow-button.tsx";
import { ChannelCard } from "#features/watch/channel-card.tsx";

/** The channel of what one watches, with as many followers as it has now; the item gets the credit of a follow. */
export function WatchedChannel({ item }: { item: Pick<ContentItem, "id" | "channel"> }) {
  const { data: channel } = useQuery(channelPage(item.channel.id));
  return (
    <ChannelCard
      channel={item.channel}
      followers={channel?.subscriber_count ?? item.channel.subscriber_count}
      followButton={
        (channel?.can.follow || channel?.following) && (
          <FollowButton channelId={channel.id} name={channel.name} following={channel.following} contentId={item.id} />
        )
      }
    />
  );
}
