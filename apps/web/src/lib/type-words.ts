import type { SearchType } from "@app/contract/search";

/** What kinds of content, and channels, are called where they are a heading or a tab. */
export const TYPE_TITLES: Record<SearchType, string> = {
  video: "Videos",
  image: "Images",
  document: "Documents",
  channel: "Channels",
};

/** @returns the same within a sentence: 'videos' */
export function manyOf(type: SearchType): string {
  return TYPE_TITLES[type].toLowerCase();
}
