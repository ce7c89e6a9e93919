import { z } from "zod";
import { DOCUMENT_PAGES_MAX, PAGE_UNITS } from "./document-limits.ts";
import { defineRoute } from "./http.ts";
import { contentId } from "./ids.ts";

/** How many pages' text one request returns. */
export const DOCUMENT_TEXT_PAGES_MAX = 10;
export const DOCUMENT_QUERY_MAX_CHARS = 100;
/** Counted hits of a search in one document. */
export const DOCUMENT_HITS_MAX = 2_000;

/** A box on a page: left, top, width and height, in ten-thousandths of the page's width and height. */
const unit = z.int().min(0).max(PAGE_UNITS);
export const pageBox = z.tuple([unit, unit, unit, unit]);
export type PageBox = z.infer<typeof pageBox>;

export const pageWord = z.object({
  box: pageBox,
  text: z.string(),
  /** The last word of its line. */
  ends_line: z.boolean(),
});
export type PageWord = z.infer<typeof pageWord>;

export const pageLink = z.object({
  box: pageBox,
  /** Target page from 1 on; null if the link leads out of the document. */
  page: z.int().positive().nullable(),
  /** http, https or mailto; null if the link leads to a page. */
  url: z.string().nullable(),
});
export type PageLink = z.infer<typeof pageLink>;

export const outlineEntry = z.object({
  title: z.string(),
  /** 0 for the top level. */
  depth: z.int().min(0),
  page: z.int().positive().nullable(),
});
export type OutlineEntry = z.infer<typeof outlineEntry>;

export const documentPage = z.object({
  page: z.int().positive(),
  width_px: z.int().positive(),
  height_px: z.int().positive(),
  /** WebP in three widths: for the side panel, for a phone, and for a large screen. */
  images: z.object({ thumbnail: z.string(), medium: z.string(), large: z.string() }),
});
export type DocumentPage = z.infer<typeof documentPage>;

export const documentContent = z.object({
  /** Another one after the file was replaced or processed again: pages, words and hits belong to one version. */
  version: z.string(),
  page_count: z.int(),
  /** Pages that can be read already, in order; all of them once the item is ready. */
  pages: z.array(documentPage),
  outline: z.array(outlineEntry),
  /** False for scanned pages: there is no text to search. */
  has_text: z.boolean(),
  /** The PDF to download, signed and expiring; null unless the owner allows downloads, or the caller may edit it. */
  download: z.string().nullable(),
});
export type DocumentContent = z.infer<typeof documentContent>;

export const documentText = z.object({
  pages: z.array(z.object({ page: z.int().positive(), words: z.array(pageWord), links: z.array(pageLink) })),
});

export const DOCUMENT_FAULTS = {
  /** The bytes decide, not the name. */
  notPdf: "This file is not a PDF.",
  encrypted: "This PDF is protected by a password. Please remove the password and upload it again.",
  broken: "This PDF is damaged or cut off, so it cannot be read. Please export it again.",
  tooManyPages: `This PDF has too many pages. A document can have at most ${DOCUMENT_PAGES_MAX}.`,
  tooComplex:
    "This PDF takes too much memory or time to draw. Please export it again with simpler pages or smaller pictures.",
} as const;
export type DocumentFault = keyof typeof DOCUMENT_FAULTS;

export const documentRoutes = {
  text: defineRoute({
    name: "documents.text",
    summary: "Read the words and links of some pages of a document",
    method: "GET",
    path: "/content/:id/document-text",
    access: "member",
    params: { id: contentId },
    query: {
      from: z.coerce.number().int().min(1).max(DOCUMENT_PAGES_MAX).default(1),
      count: z.coerce.number().int().min(1).max(DOCUMENT_TEXT_PAGES_MAX).default(DOCUMENT_TEXT_PAGES_MAX),
    },
    data: documentText,
  }),
  find: defineRoute({
    name: "documents.find",
    summary: "Count how often each page of a document contains a text",
    method: "GET",
    path: "/content/:id/document-search",
    access: "member",
    params: { id: contentId },
    query: { q: z.string().trim().max(DOCUMENT_QUERY_MAX_CHARS).default("") },
    data: z.object({
      pages: z.array(z.object({ page: z.int().positive(), hits: z.int().positive() })),
      /** False: later pages have more hits. */
      is_complete: z.boolean(),
    }),
  }),
};
