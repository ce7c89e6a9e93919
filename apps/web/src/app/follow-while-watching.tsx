import type { ContentItem } from "@app/contract/contents";
import { useQuery } from "@tanstack/react-query";
import { channelPage } from "#features/channels/channel-page.queries.ts";
import { FollowButton } from "#features/follows/follow-button.tsx";

/** Beside the channel of what one watches; the item gets the credit of the follow. */
export function FollowWhileWatching({ item }: { item: Pick<ContentItem, "id" | "channel"> }) {
  const { data: channel } = useQuery(channelPage(item.channel.id));
  if (!channel?.can.follow) return null;
  return <FollowButton channelId={channel.id} name={channel.name} following={channel.following} contentId={item.id} />;
}
