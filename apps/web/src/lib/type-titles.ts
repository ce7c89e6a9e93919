import type { ContentType } from "@app/contract/contents";
import type { SearchType } from "@app/contract/search";

/** The plural of each kind of search result, for headings and tabs. */
export const TYPE_TITLES: Record<SearchType, string> = {
  video: "Videos",
  image: "Images",
  document: "Documents",
  channel: "Channels",
};

/** @returns the plural within a sentence, such as 'videos' */
export function pluralOf(type: SearchType): string {
  return TYPE_TITLES[type].toLowerCase();
}

/** What an item is called within a sentence, and what people do with it. */
export const TYPE_WORDS: Record<ContentType, { name: string; use: string }> = {
  video: { name: "video", use: "watch" },
  image: { name: "image", use: "view" },
  document: { name: "document", use: "read" },
};
