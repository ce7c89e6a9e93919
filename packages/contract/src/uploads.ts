import { z } from "zod";
import type { Plan } from "./accounts.ts";
import { CONTENT_STATES } from "./contents.ts";
import { defineRoute, nothing } from "./http.ts";
import { uploadId } from "./ids.ts";

/** The tus endpoint, below the API's prefix. It speaks tus 1.0, not the envelope. */
export const TUS_PATH = "/api/v1/uploads";

const GB = 1_000 ** 3;

/** What an earner's files may take, by plan: all together, and the unfinished uploads alone. */
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
  tooMuchOpen: "This file is too large beside your unfinished uploads. Please finish or cancel one of them first.",
  /** 413 */
  full: "There is not enough space left in your plan for this file. Please delete videos or uploads you no longer need.",
  /** 413: what was deleted is kept for staff to restore, and has to be kept somewhere. */
  fullOfDeleted:
    "Deleted videos take up space for 30 days, and yours leave none for this file. Please try again when they are gone.",
  /** 507 */
  diskFull: "The server has no space for more files right now. Please try again later; what has arrived is kept.",
} as const;

/** What an earner's files take and may take, in bytes. A file counts as large as it was sent, from the moment it is begun. */
export const storageUse = z.object({
  /** Of unfinished uploads. */
  open_bytes: z.int(),
  open_limit_bytes: z.int(),
  /** Of items, whatever their state. */
  kept_bytes: z.int(),
  /** What `open_bytes` and `kept_bytes` may be together. */
  limit_bytes: z.int(),
  /** Of items that were deleted and can still be restored. */
  deleted_bytes: z.int(),
});
export type StorageUse = z.infer<typeof storageUse>;

export const openUpload = z.object({
  id: uploadId,
  file_name: z.string(),
  size_bytes: z.int(),
  offset_bytes: z.int(),
  started_at: z.iso.datetime(),
  /** When it is deleted if nobody goes on with it. */
  expires_at: z.iso.datetime(),
  /**
   * What the file turned out to be once complete: null while bytes are missing or nobody has looked yet. With `ok`, a
   * message says what of it could not be read, or why it could not be checked; it may be published all the same.
   */
  check: z.object({ ok: z.boolean(), message: z.string().nullable(), length: z.number().nullable() }).nullable(),
  /** Three frames of the video, some seconds after the check; empty before. */
  frames: z.array(z.string()),
  /** Frames that are not there yet will come. */
  awaits_frames: z.boolean(),
  /** How far its processing is, which begins before it is published; null while it has not begun. */
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
