import type { ContentItem } from "@app/contract/contents";
import { channelHref } from "@app/contract/paths";
import type { ReactNode } from "react";
import { countInWords } from "#lib/format.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Link } from "#ui/link.tsx";

type ChannelCardProps = Pick<ContentItem, "channel"> & {
  followers: number;
  /** Follows the channel. */
  followButton: ReactNode;
};

export function ChannelCard({ channel, followers, followButton }: ChannelCardProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Link href={channelHref(channel.id)} className="group flex min-w-0 items-center gap-3 rounded-control">
        <Avatar picture={channel.channel_profile} name={channel.name} size={48} />
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-semibold group-hover:underline">{channel.name}</span>
          <span className="score text-muted">{countInWords(followers, "follower")}</span>
        </span>
      </Link>
      {followButton}
    </div>
  );
}
