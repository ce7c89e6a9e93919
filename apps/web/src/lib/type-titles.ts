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
