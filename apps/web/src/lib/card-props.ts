import type { ContentCard } from "@app/contract/contents";
import { contentHref } from "@app/contract/paths";
import { agoInWords } from "./dates.ts";

type Item = Pick<
  ContentCard,
  "id" | "type" | "title" | "thumbnail" | "thumbnail_small" | "length" | "preview" | "total_views" | "channel"
>;

/** The props with which a `MediaCard` shows an item, with a menu about it. */
export function toCardProps({ id, type, title, length, preview, total_views, channel, ...pictures }: Item) {
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
    safety: {
      person: { channelId: channel.id, name: channel.name },
      target: { subject: "content" as const, id, name: title },
    },
  };
}

/** As `toCardProps`, with the age of the item. */
export function toDatedCardProps(item: Item & { published_at: string | null }) {
  return { ...toCardProps(item), when: item.published_at && agoInWords(item.published_at) };
}
