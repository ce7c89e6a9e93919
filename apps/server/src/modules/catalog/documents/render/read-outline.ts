import type { OutlineEntry } from "@app/contract/documents";
import { toLine } from "@app/contract/plain-text";
import { type Pdfium, withMemory } from "./pdfium.ts";
import { readTarget } from "./read-text.ts";

const ENTRIES_MAX = 1_000;
const DEPTH_MAX = 6;
const TITLE_MAX_CHARS = 200;
const TITLE_MAX_BYTES = 4_096;

/** Reads the outline, top down. Bookmarks that lead back to one already read are skipped, so a cycle ends. */
export function readOutline(pdfium: Pdfium, document: number, pageCount: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const readSiblings = (parent: number, depth: number) => {
    let bookmark = pdfium._FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < ENTRIES_MAX) {
      seen.add(bookmark);
      const destination = pdfium._FPDFBookmark_GetDest(document, bookmark);
      const action = pdfium._FPDFBookmark_GetAction(bookmark);
      const { page } = readTarget(pdfium, document, { destination, action, pageCount });
      const title = readTitle(pdfium, bookmark);
      if (title !== "") entries.push({ title, depth, page });
      if (depth < DEPTH_MAX) readSiblings(bookmark, depth + 1);
      bookmark = pdfium._FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  readSiblings(0, 0);
  return entries;
}

function readTitle(pdfium: Pdfium, bookmark: number): string {
  const sizeBytes = Math.min(pdfium._FPDFBookmark_GetTitle(bookmark, 0, 0), TITLE_MAX_BYTES);
  return withMemory(pdfium, TITLE_MAX_BYTES, (pointer) => {
    pdfium._FPDFBookmark_GetTitle(bookmark, pointer, TITLE_MAX_BYTES);
    const bytes = Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + Math.max(0, sizeBytes - 2)));
    return toLine(bytes.toString("utf16le").toWellFormed()).slice(0, TITLE_MAX_CHARS);
  });
}
