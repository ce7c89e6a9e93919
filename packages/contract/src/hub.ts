import { z } from "zod";
import { contentFields, contentItem, contentType, visibility } from "./contents.ts";
import { defineRoute, pageQuery, pagination } from "./http.ts";
import { categoryId, contentId } from "./ids.ts";

/** States by which an earner filters their own items. A scheduled item may be ready, and a hidden one too. */
export const HUB_STATES = ["processing", "ready", "failed", "scheduled", "hidden"] as const;
export type HubState = (typeof HUB_STATES)[number];

export const HUB_SORTS = ["newest", "oldest", "views", "title"] as const;
export type HubSort = (typeof HUB_SORTS)[number];

/** Nobody pages further. */
export const HUB_MAX = 5_000;
/** How many items one request changes. */
export const BULK_MAX = 100;

export const HUB_MESSAGES = { gone: "It was deleted in the meantime." } as const;

/** What a request does to every item it names. */
export const bulkChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("visibility"), visibility }),
  z.strictObject({ kind: z.literal("category"), category_id: contentFields.category_id }),
  z.strictObject({ kind: z.literal("delete") }),
  z.strictObject({ kind: z.literal("undelete") }),
]);
export type BulkChange = z.infer<typeof bulkChange>;

/** What became of one item. */
export const bulkResult = z.object({
  id: contentId,
  ok: z.boolean(),
  /** Why it was not changed, in words for the owner. */
  message: z.string().nullable(),
});
export type BulkResult = z.infer<typeof bulkResult>;

export const hubRoutes = {
  list: defineRoute({
    name: "hub.list",
    summary: "The caller's own items of every type and state, searched, filtered and sorted",
    method: "GET",
    path: "/hub-contents",
    access: "earner",
    query: {
      search: z.string().trim().max(200).default(""),
      type: contentType.optional(),
      state: z.enum(HUB_STATES).optional(),
      visibility: visibility.optional(),
      category: categoryId.optional(),
      sort: z.enum(HUB_SORTS).default("newest"),
      ...pageQuery,
    },
    permission: "upload",
    data: z.object({ contents: z.array(contentItem), pagination }),
  }),
  change: defineRoute({
    name: "hub.change",
    summary: "Change or delete up to 100 items; each has a result of its own",
    method: "POST",
    path: "/hub-contents",
    access: "earner",
    body: {
      ids: z
        .array(contentId)
        .min(1)
        .max(BULK_MAX, `Please choose at most ${BULK_MAX} items.`)
        .refine((ids) => new Set(ids).size === ids.length, "Each item may be named once"),
      change: bulkChange,
    },
    permission: "edit_own",
    data: z.array(bulkResult),
  }),
};
