import { z } from "zod";
import { CONTENT_STATES } from "./contents.ts";
import { defineRoute, nothing } from "./http.ts";
import { uploadId } from "./ids.ts";

/** The tus endpoint, below the API's prefix. It speaks tus 1.0, not the envelope. */
export const TUS_PATH = "/api/v1/uploads";

export const openUpload = z.object({
  id: uploadId,
  file_name: z.string(),
  size_bytes: z.int(),
  offset_bytes: z.int(),
  started_at: z.iso.datetime(),
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
