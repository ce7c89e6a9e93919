import type { ContentType } from "@app/contract/contents";
import type { SearchType } from "@app/contract/search";

/** The plural of each kind of search result, for headings and tabs. */
export const TYPE_TITLES: Record<SearchType, string> = {
  video: "Videos",
  image: "Images",
  document: "Documents",
  channel: "Channels",
};

/** What an item is, in lists of an earner's own content. */
export const TYPE_NAMES: Record<ContentType, string> = { video: "Video", image: "Images", document: "Document" };

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
