import { z } from "zod";
import { contentItem } from "./contents.ts";
import { defineRoute } from "./http.ts";
import { contentId, uploadId } from "./ids.ts";
import { contentImage, imageForms } from "./images.ts";
import { openUpload } from "./uploads.ts";

export const FILE_MESSAGES = {
  notImages: "The images of a set cannot be replaced.",
  otherChannel: "This file was uploaded for another channel. Please choose it again.",
  otherType: "Please choose a file of the same type.",
  /** 422 */
  used: "This upload is already used.",
  /** 409 */
  processing: "This is still being processed. Please replace its file once that is done.",
  /** 409 */
  another: "Another file is already replacing this one. Please cancel it first.",
  /** 409 */
  replacing: "A new file is replacing this one. Please cancel it first, or wait until it is processed.",
  ourFault: "Something went wrong on our side. Please choose the file again.",
} as const;

/** How far a new file is. It becomes the item's file once it is processed. */
export const REPLACEMENT_STATES = ["uploading", "checking", "processing", "failed"] as const;

/** The file that an item was made of, or the files of a set of images. */
export const contentFile = z.object({
  /** Null for a set, and for items of before file names were kept. */
  file_name: z.string().nullable(),
  size_bytes: z.int().nullable(),
  /** Downloads the original; signed and expiring. Null for a set, and while the original is being stored. */
  url: z.string().nullable(),
  /** The originals of a set, in its order; empty for other items. */
  images: z.array(
    z.object({
      id: contentImage.shape.id,
      file_name: z.string(),
      size_bytes: z.int(),
      /** As of other items. */
      url: z.string().nullable(),
    }),
  ),
  /** The file that will replace it; null if there is none. */
  replacement: z
    .object({
      upload_id: uploadId,
      /** Somebody else sends it, and only they can continue. */
      is_of_another: z.boolean().default(false),
      file_name: z.string(),
      size_bytes: z.int(),
      state: z.enum(REPLACEMENT_STATES).catch("processing"),
      /** Whole percent of the upload or of the processing. */
      progress: z.int(),
      /** Why it failed, or what of it could not be read, in words for the owner. */
      message: z.string().nullable(),
    })
    .nullable(),
});
export type ContentFile = z.infer<typeof contentFile>;

export const fileRoutes = {
  one: defineRoute({
    name: "files.one",
    summary: "The original file of an item, for its owner and staff",
    method: "GET",
    path: "/content/:id/file",
    access: "owner",
    params: { id: contentId },
    data: contentFile,
  }),
  replace: defineRoute({
    name: "files.replace",
    summary: "Have an upload replace the file of an item, which keeps its address and its counts",
    method: "POST",
    path: "/content/:id/file",
    access: "owner",
    params: { id: contentId },
    body: { upload_id: uploadId },
    data: contentFile,
  }),
  uploads: defineRoute({
    name: "files.uploads",
    summary:
      "List the caller's unfinished uploads for the channel of an item: its owner's, a team member's or staff's own",
    method: "GET",
    path: "/content/:id/uploads",
    access: "owner",
    params: { id: contentId },
    data: z.array(openUpload),
  }),
  addImages: defineRoute({
    name: "files.addImages",
    summary: "Append images to a published set; each is shown once it is drawn",
    method: "POST",
    path: "/content/:id/images",
    access: "owner",
    params: { id: contentId },
    body: { images: imageForms },
    data: contentItem,
  }),
};
