import type { documentText, PageLink, PageWord } from "@app/contract/documents";
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "#lib/api.ts";

/** How many pages' text is read at once. */
const WINDOW = 10;

export type PageText = { words: PageWord[]; links: PageLink[] };

type TextWindow = z.output<typeof documentText>;

/**
 * The text of the pages around one.
 * @param pageCount how many pages can be read so far: the text of a window grows with them
 */
export function textAround(contentId: string, page: number, pageCount: number) {
  const from = Math.floor((page - 1) / WINDOW) * WINDOW + 1;
  const stored = Math.min(pageCount, from + WINDOW - 1);
  return queryOptions({
    queryKey: ["document-text", contentId, from, stored],
    queryFn: ({ signal }): Promise<TextWindow> =>
      call("GET /content/:id/document-text", { params: { id: contentId }, query: { from, count: WINDOW } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function textOfPage(window: TextWindow | undefined, page: number): PageText | null {
  return window?.pages.find((text) => text.page === page) ?? null;
}

/** How often each page contains a text. */
export function hitsInDocument(contentId: string, query: string) {
  return queryOptions({
    queryKey: ["document-hits", contentId, query],
    queryFn: ({ signal }) =>
      call("GET /content/:id/document-search", { params: { id: contentId }, query: { q: query } }, signal),
    enabled: query !== "",
    staleTime: 60_000,
  });
}
