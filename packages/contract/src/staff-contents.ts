import { z } from "zod";
import { staffReason } from "./audit.ts";
import { CONTENT_STATES, CONTENT_TYPES, VISIBILITIES } from "./contents.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { accountId, channelId, contentId } from "./ids.ts";

/** The most matches that a search lists. */
export const STAFF_CONTENTS_MAX = 1_000;

export const STAFF_CONTENT_FILTERS = ["processing", "failed", "hidden", "deleted", "featured"] as const;
export type StaffContentFilter = (typeof STAFF_CONTENT_FILTERS)[number];

export const STAFF_CONTENT_MESSAGES = {
  hidden: "The content is hidden, and its owner is told.",
  shown: "The content is back.",
  processingAgain: "It is being processed again. Viewers see the current version until that is done.",
  /** 409 */
  processing: "It is already being processed.",
  noOriginal: "There is no original file to process.",
  trimming: "Its owner is trimming it right now. Please try again in a few minutes.",
  replaced: "Its owner is replacing the file. The new one is processed anyway.",
  purged: "It was deleted more than 30 days ago, and is gone.",
} as const;

const staffContent = z.object({
  id: contentId,
  type: z.enum(CONTENT_TYPES),
  title: z.string(),
  state: z.enum(CONTENT_STATES),
  /** Why its file could not be processed. */
  fault: z.string().nullable(),
  visibility: z.enum(VISIBILITIES),
  category: z.string(),
  channel: z.object({ id: channelId, name: z.string() }),
  owner: z.object({ id: accountId, username: z.string() }),
  thumbnail: z.string().nullable(),
  total_views: z.int(),
  size_bytes: z.int().nullable(),
  created_at: z.iso.datetime(),
  /** Staff hid it, or reports did; apart from its channel. */
  hidden: z.object({ at: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
  is_channel_hidden: z.boolean(),
  deleted_at: z.iso.datetime().nullable(),
  is_featured: z.boolean(),
  /** Staff have it processed again; viewers see what was made of it before. `fault`: that failed. */
  reprocessing: z.object({ progress: z.int(), fault: z.string().nullable() }).nullable(),
  can: z.object({ hide: z.boolean(), restore: z.boolean(), feature: z.boolean(), reprocess: z.boolean() }),
});
export type StaffContent = z.infer<typeof staffContent>;

const params = { id: contentId };

export const staffContentRoutes = {
  list: defineRoute({
    name: "staffContents.list",
    summary: "Find content by title, channel, username or id, in every state; newest first",
    method: "GET",
    path: "/admin/contents",
    access: "staff",
    query: {
      ...cursorQuery,
      search: z.string().trim().max(200).default(""),
      filter: z.enum(STAFF_CONTENT_FILTERS).optional(),
      type: z.enum(CONTENT_TYPES).optional(),
    },
    data: z.object({ contents: z.array(staffContent), pagination: cursorPagination }),
  }),
  hide: defineRoute({
    name: "staffContents.hide",
    summary: "Hide an item from everyone but its owner and staff; the owner is told why",
    method: "POST",
    path: "/admin/contents/:id/hide",
    access: "staff",
    params,
    body: { reason: staffReason },
    data: nothing,
    writes: "contents",
  }),
  restore: defineRoute({
    name: "staffContents.restore",
    summary: "Show a hidden item again, or take the deletion of one back within 30 days",
    method: "POST",
    path: "/admin/contents/:id/restore",
    access: "staff",
    params,
    body: { reason: staffReason },
    data: nothing,
  }),
  reprocess: defineRoute({
    name: "staffContents.reprocess",
    summary: "Process an item again from its original; what viewers see stays until the new files are complete",
    method: "POST",
    path: "/admin/contents/:id/reprocess",
    access: "staff",
    params,
    body: { reason: staffReason },
    data: nothing,
  }),
};
