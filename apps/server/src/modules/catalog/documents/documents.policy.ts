import { toSearchable } from "@app/contract/document-search";
import type { PageWord } from "@app/contract/documents";
import { PAGE_WIDTHS } from "./render/page-files.ts";

/** Names of a page's pictures in the folder of its run: for the side panel, for a phone, and for a large screen. */
export function pageImageNames(page: number): { thumbnail: string; medium: string; large: string } {
  const [thumbnail, medium, large] = PAGE_WIDTHS.map((width) => `page-${page}-${width}.webp`);
  return { thumbnail: thumbnail ?? "", medium: medium ?? "", large: large ?? "" };
}

/** A page's words as they are compared with what somebody searches for, each followed by a space. */
export function toSearchText(words: readonly Pick<PageWord, "text">[]): string {
  return words.map(({ text }) => `${toSearchable(text)} `).join("");
}
