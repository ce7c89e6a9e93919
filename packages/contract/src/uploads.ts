import { z } from "zod";
import type { Plan } from "./accounts.ts";
import { CONTENT_STATES, contentType } from "./contents.ts";
import { defineRoute, nothing } from "./http.ts";
import { contentId, uploadId } from "./ids.ts";

/** The tus endpoint. It speaks tus 1.0 and does not use the API's envelope. */
export const TUS_PATH = "/api/v1/uploads";

const GB = 1_000 ** 3;

/** Storage limits by plan: for all files, and for unfinished uploads alone. */
export const STORAGE_LIMITS: Record<Plan, { totalBytes: number; openBytes: number }> = {
  Individual: { totalBytes: 100 * GB, openBytes: 25 * GB },
  Team: { totalBytes: 300 * GB, openBytes: 50 * GB },
  Organization: { totalBytes: 1_000 * GB, openBytes: 100 * GB },
};

export const OPEN_UPLOADS_MAX = 40;

export const UPLOAD_MESSAGES = {
  /** 429 */
  tooManyOpen: "Please finish or cancel one of your unfinished uploads first.",
  /** 413 */
  tooMuchOpen:
    "Together with your unfinished uploads, this file is too large. Please finish or cancel one of them first.",
  /** 413 */
  full: "There is not enough space left in your plan for this file. Please delete content or uploads you no longer need.",
  /** 413: deleted items are kept so that staff can restore them. */
  fullOfDeleted:
    "Deleted content takes up space for 30 days, and yours leaves no room for this file. Please try again once it is gone.",
  /** 507 */
  diskFull: "The server has no space for more files right now. Please try again later; the uploaded part is kept.",
} as const;

/** Used and allowed storage, in bytes. A file counts with its original size as soon as its upload starts. */
export const storageUse = z.object({
  /** Used by unfinished uploads. */
  open_bytes: z.int(),
  open_limit_bytes: z.int(),
  /** Used by items in any state. */
  kept_bytes: z.int(),
  /** Limit for the sum of `open_bytes` and `kept_bytes`. */
  limit_bytes: z.int(),
  /** Used by deleted items that can still be restored. */
  deleted_bytes: z.int(),
});
export type StorageUse = z.infer<typeof storageUse>;

export const openUpload = z.object({
  id: uploadId,
  /** What it becomes. It is announced when the upload starts, in the key `type` of tus's `Upload-Metadata`. */
  type: contentType,
  /** The item whose file it replaces; null if it becomes an item of its own. */
  replaces: contentId.nullable(),
  file_name: z.string(),
  size_bytes: z.int(),
  offset_bytes: z.int(),
  started_at: z.iso.datetime(),
  /** When it is deleted unless it is continued. */
  expires_at: z.iso.datetime(),
  /**
   * The result of inspecting the complete file; null before that. With `ok`, the message is a warning that does not
   * prevent publishing.
   */
  check: z.object({ ok: z.boolean(), message: z.string().nullable(), length: z.number().nullable() }).nullable(),
  /** Three frames of the video, some seconds after the check; of an image, one preview with the check. Empty before. */
  frames: z.array(z.string()),
  /** More frames are still to come. */
  awaits_frames: z.boolean(),
  /** Processing, which starts before publication; null until it starts. */
  processing: z.object({ state: z.enum(CONTENT_STATES).catch("processing"), progress: z.int() }).nullable(),
});
export type OpenUpload = z.infer<typeof openUpload>;

export const uploadRoutes = {
  open: defineRoute({
    name: "uploads.open",
    summary: "List the caller's unfinished uploads",
    method: "GET",
    path: "/my-uploads",
    access: "earner",
    permission: "upload",
    data: z.array(openUpload),
  }),
  one: defineRoute({
    name: "uploads.one",
    summary: "Read the progress, check result and frames of one upload",
    method: "GET",
    path: "/my-uploads/:id",
    access: "owner",
    params: { id: uploadId },
    permission: "upload",
    data: openUpload,
  }),
  storage: defineRoute({
    name: "uploads.storage",
    summary: "Read the caller's used and allowed storage",
    method: "GET",
    path: "/my-storage",
    access: "earner",
    permission: "upload",
    data: storageUse,
  }),
  cancel: defineRoute({
    name: "uploads.cancel",
    summary: "Cancel an upload and delete its bytes",
    method: "DELETE",
    path: "/my-uploads/:id",
    access: "owner",
    params: { id: uploadId },
    permission: "upload",
    data: nothing,
  }),
};
