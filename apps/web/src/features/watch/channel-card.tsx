import type { ContentItem } from "@app/contract/contents";
import { viewCount } from "#lib/format.ts";
import { channelHref } from "#lib/ids.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Link } from "#ui/link.tsx";

export function ChannelCard({ channel }: Pick<ContentItem, "channel">) {
  const followers = channel.subscriber_count;
  return (
    <Link href={channelHref(channel.id)} className="group flex min-w-0 items-center gap-3 self-start rounded-control">
      <Avatar picture={channel.channel_profile} name={channel.name} size={48} />
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-semibold group-hover:underline">{channel.name}</span>
        <span className="score text-muted">
          {viewCount(followers)} {followers === 1 ? "follower" : "followers"}
        </span>
      </span>
    </Link>
  );
}
