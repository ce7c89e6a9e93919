import type { ContentCard } from "@app/contract/contents";
import { contentHref } from "@app/contract/paths";

type Shown = Pick<
  ContentCard,
  "id" | "type" | "title" | "thumbnail" | "thumbnail_small" | "length" | "preview" | "total_views" | "channel"
>;

/** What a media card shows of an item, and where it leads. */
export function cardFacts({ id, type, title, length, preview, total_views, channel, ...pictures }: Shown) {
  return {
    href: contentHref(type, id),
    title,
    picture: pictures.thumbnail,
    smallPicture: pictures.thumbnail_small,
    length,
    preview,
    views: total_views,
    channelName: channel.name,
    avatar: channel.channel_profile,
  };
}
