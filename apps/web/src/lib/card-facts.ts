import { contentHref } from "@app/contract/addresses";
import type { ContentCard } from "@app/contract/contents";

type Shown = Pick<
  ContentCard,
  "id" | "type" | "title" | "thumbnail" | "length" | "preview" | "total_views" | "channel"
>;

/** What a media card shows of an item, and where it leads. */
export function cardFacts({ id, type, title, thumbnail, length, preview, total_views, channel }: Shown) {
  return {
    href: contentHref(type, id),
    title,
    picture: thumbnail,
    length,
    preview,
    views: total_views,
    channelName: channel.name,
    avatar: channel.channel_profile,
  };
}
