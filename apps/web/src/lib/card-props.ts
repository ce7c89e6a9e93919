import type { ContentCard } from "@app/contract/contents";
import { contentHref } from "@app/contract/paths";
import { agoInWords } from "./dates.ts";

type Item = Pick<
  ContentCard,
  "id" | "type" | "title" | "thumbnail" | "thumbnail_small" | "length" | "preview" | "total_views" | "channel"
>;

/** The props with which a `MediaCard` shows an item. */
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
  };
}

/** As `toCardProps`, with the age of the item and a menu about it. */
export function toDatedCardProps(item: Item & { published_at: string | null }) {
  const person = { channelId: item.channel.id, name: item.channel.name };
  const target = { subject: "content" as const, id: item.id, name: item.title };
  return { ...toCardProps(item), safety: { person, target }, when: item.published_at && agoInWords(item.published_at) };
}
