import { z } from "zod";
import { contentCard } from "./contents.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { contentId } from "./ids.ts";
import { toLine } from "./plain-text.ts";

/** Nobody pages further. */
export const LIBRARY_MAX = 5_000;
export const LIBRARY_SEARCH_MAX_CHARS = 100;

export const LIBRARY_MESSAGES = {
  removed: "Removed from your watch history.",
  cleared: "Your watch history was erased.",
} as const;

/** The member's own lists. */
export const LIBRARY_NAMES = ["history", "saved", "liked"] as const;
export type LibraryName = (typeof LIBRARY_NAMES)[number];

/** An item in one of the member's own lists. */
export const libraryCard = contentCard.extend({
  /** When it was watched, saved or liked. */
  added_at: z.iso.datetime(),
  /** Where the member stopped, in seconds; null if that is not known. */
  resume_at_s: z.number().nullable(),
});
export type LibraryCard = z.infer<typeof libraryCard>;

const query = { search: z.string().overwrite(toLine).max(LIBRARY_SEARCH_MAX_CHARS).default(""), ...cursorQuery };
const data = z.object({ contents: z.array(libraryCard), pagination: cursorPagination });

export const libraryRoutes = {
  history: defineRoute({
    name: "library.history",
    summary: "What the caller watched, most recent first",
    method: "GET",
    path: "/my-history",
    access: "member",
    query,
    data,
  }),
  saved: defineRoute({
    name: "library.saved",
    summary: "What the caller saved to watch later, most recent first",
    method: "GET",
    path: "/my-saved",
    access: "member",
    query,
    data,
  }),
  liked: defineRoute({
    name: "library.liked",
    summary: "What the caller likes, most recent first",
    method: "GET",
    path: "/my-liked",
    access: "member",
    query,
    data,
  }),
  removeFromHistory: defineRoute({
    name: "library.removeFromHistory",
    summary: "Remove one item from the caller's watch history, with its position",
    method: "DELETE",
    path: "/my-history/:id",
    access: "member",
    params: { id: contentId },
    data: nothing,
  }),
  clearHistory: defineRoute({
    name: "library.clearHistory",
    summary: "Erase the caller's watch history",
    method: "DELETE",
    path: "/my-history",
    access: "member",
    data: nothing,
  }),
};
