import { DOCUMENT_TEXT_MAX_CHARS } from "@app/contract/document-limits";
import { PAGE_WIDTHS } from "./render/page-files.ts";

/** Names of a page's pictures in the folder of its run: for the side panel, for a phone, and for a large screen. */
export function pageImageNames(page: number): { thumbnail: string; medium: string; large: string } {
  const [thumbnail, medium, large] = PAGE_WIDTHS.map((width) => `page-${page}-${width}.webp`);
  return { thumbnail: thumbnail ?? "", medium: medium ?? "", large: large ?? "" };
}

/** Numbers of pages that differ from the file. */
export type DocumentLoss = {
  unreadable: number[];
  lackingFonts: number[];
  /** From this page on the text is not kept; null if all of it is. */
  textEndsBefore: number | null;
};

const PAGES_NAMED_MAX = 10;

/** @returns in words for the owner what is missing on which pages; null if nothing is */
export function describeLoss({ unreadable, lackingFonts, textEndsBefore }: DocumentLoss): string | null {
  const sentences: string[] = [];
  if (unreadable.length === 1) sentences.push(`Page ${unreadable[0]} could not be read and is shown blank.`);
  if (unreadable.length > 1)
    sentences.push(`These pages could not be read and are shown blank: ${nameSome(unreadable)}.`);
  if (lackingFonts.length > 0) {
    const pages = lackingFonts.length === 1 ? `page ${lackingFonts[0]}` : `these pages (${nameSome(lackingFonts)})`;
    sentences.push(
      `Some letters on ${pages} are missing, because their font is not part of the PDF. Export it again with its fonts embedded.`,
    );
  }
  if (textEndsBefore !== null) {
    const most = DOCUMENT_TEXT_MAX_CHARS.toLocaleString("en");
    sentences.push(
      `Text from page ${textEndsBefore} on cannot be searched or copied, because only the first ${most} characters of a document are kept.`,
    );
  }
  return sentences.length === 0 ? null : sentences.join(" ");
}

function nameSome(pages: readonly number[]): string {
  return pages.slice(0, PAGES_NAMED_MAX).join(", ") + (pages.length > PAGES_NAMED_MAX ? " …" : "");
}
