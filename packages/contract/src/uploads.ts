import { z } from "zod";
import type { Plan } from "./accounts.ts";
import { CONTENT_STATES } from "./contents.ts";
import { defineRoute, nothing } from "./http.ts";
import { uploadId } from "./ids.ts";

/** The tus endpoint, below the API's prefix. It speaks tus 1.0 and does not use the envelope. */
export const TUS_PATH = "/api/v1/uploads";

const GB = 1_000 ** 3;

/** Storage limits by plan: in total, and for unfinished uploads alone. */
export const STORAGE_LIMITS: Record<Plan, { totalBytes: number; openBytes: number }> = {
  Individual: { totalBytes: 100 * GB, openBytes: 25 * GB },
  Team: { totalBytes: 300 * GB, openBytes: 50 * GB },
  Organization: { totalBytes: 1_000 * GB, openBytes: 100 * GB },
};

export const OPEN_UPLOADS_MAX = 20;

export const UPLOAD_MESSAGES = {
  /** 429 */
  tooManyOpen: "Please finish or cancel one of your open uploads first.",
  /** 413 */
  tooMuchOpen: "This file does not fit next to your unfinished uploads. Please finish or cancel one of them first.",
  /** 413 */
  full: "There is not enough space left in your plan for this file. Please delete videos or uploads you no longer need.",
  /** 413: deleted videos are kept so that staff can restore them, and therefore take space. */
  fullOfDeleted:
    "Deleted videos take up space for 30 days, and yours leave no room for this file. Please try again once they are gone.",
  /** 507 */
  diskFull:
    "The server has no space for more files right now. Please try again later; what you have uploaded so far is kept.",
} as const;

/**
 * The storage an earner uses and may use, in bytes. A file counts with its full size from the moment its upload starts.
 */
export const storageUse = z.object({
  /** In unfinished uploads. */
  open_bytes: z.int(),
  open_limit_bytes: z.int(),
  /** In items, whatever their state. */
  kept_bytes: z.int(),
  /** Limit for `open_bytes` and `kept_bytes` together. */
  limit_bytes: z.int(),
  /** In deleted items that can still be restored. */
  deleted_bytes: z.int(),
});
export type StorageUse = z.infer<typeof storageUse>;

export const openUpload = z.object({
  id: uploadId,
  file_name: z.string(),
  size_bytes: z.int(),
  offset_bytes: z.int(),
  started_at: z.iso.datetime(),
  /** When it is deleted without further activity. */
  expires_at: z.iso.datetime(),
  /**
   * The result of the check: null while bytes are missing or the check has not run. With `ok`, the message says what
   * could not be read, or why the file could not be checked; it can be published anyway.
   */
  check: z.object({ ok: z.boolean(), message: z.string().nullable(), length: z.number().nullable() }).nullable(),
  /** Three frames of the video; empty until a few seconds after the check. */
  frames: z.array(z.string()),
  /** Whether frames are still to come. */
  awaits_frames: z.boolean(),
  /** Progress of its processing, which starts before it is published; null before it starts. */
  processing: z.object({ state: z.enum(CONTENT_STATES).catch("processing"), progress: z.int() }).nullable(),
});
export type OpenUpload = z.infer<typeof openUpload>;

export const uploadRoutes = {
  open: defineRoute({
    name: "uploads.open",
    summary: "The caller's uploads that were begun and not yet made into an item",
    method: "GET",
    path: "/my-uploads",
    access: "earner",
    data: z.array(openUpload),
  }),
  one: defineRoute({
    name: "uploads.one",
    summary: "One upload of the caller's: how far it is, what it is, its frames",
    method: "GET",
    path: "/my-uploads/:id",
    access: "owner",
    params: { id: uploadId },
    data: openUpload,
  }),
  storage: defineRoute({
    name: "uploads.storage",
    summary: "How much space the caller's files take, and how much their plan has",
    method: "GET",
    path: "/my-storage",
    access: "earner",
    data: storageUse,
  }),
  cancel: defineRoute({
    name: "uploads.cancel",
    summary: "Give an upload up and forget its bytes",
    method: "DELETE",
    path: "/my-uploads/:id",
    access: "owner",
    params: { id: uploadId },
    data: nothing,
  }),
};
