import { z } from "zod";
import { captionTrack } from "./captions.ts";
import { documentContent } from "./documents.ts";
import { cursorPagination, cursorQuery, defineRoute, nothing } from "./http.ts";
import { categoryId, channelId, contentId, pictureId, uploadId } from "./ids.ts";
import { contentImage, imageChanges, imageForms } from "./images.ts";
import { toLine, toText } from "./plain-text.ts";
import { publishAt } from "./schedule.ts";
import { sentPicture, THUMBNAIL_PART, thumbnailChoice } from "./thumbnails.ts";

export const CONTENT_TYPES = ["video", "image", "document"] as const;
export const VISIBILITIES = ["public", "unlisted", "private"] as const;
export const CONTENT_STATES = ["processing", "ready", "failed"] as const;

/** The maximum length of a title. */
export const TITLE_MAX_CHARS = 100;
export const DESCRIPTION_MAX_CHARS = 5_000;
export const TAGS_MAX = 10;
export const TAG_MAX_CHARS = 40;

export const contentType = z.enum(CONTENT_TYPES);
export type ContentType = z.infer<typeof contentType>;

export const visibility = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibility>;

/** The fields the owner fills in. Both the form and the endpoint check against these. */
export const contentFields = {
  title: z
    .string()
    .overwrite(toLine)
    .min(1, "Title is a required field")
    .max(TITLE_MAX_CHARS, `Title must be at most ${TITLE_MAX_CHARS} characters`),
  description: z
    .string()
    .overwrite(toText)
    .max(DESCRIPTION_MAX_CHARS, `Description must be at most ${DESCRIPTION_MAX_CHARS} characters`),
  category_id: z.int("Category is a required field").positive("Category is a required field").max(2_147_483_647),
  tags: z
    .array(
      z
        .string()
        .overwrite(toLine)
        .min(1, "A tag must not be empty")
        .max(TAG_MAX_CHARS, `A tag must be at most ${TAG_MAX_CHARS} characters`),
    )
    .max(TAGS_MAX, `Please enter at most ${TAGS_MAX} tags.`),
  visibility,
  comments_open: z.boolean(),
};

/** How long the person who deleted an item can undo that. The page offers it for ten seconds. */
export const UNDELETE_MINUTES = 2;

export const channelCard = z.object({
  id: channelId,
  name: z.string(),
  username: z.string(),
  channel_profile: z.string().nullable(),
  subscriber_count: z.int(),
});

/** The card of an item in a list. */
export const contentCard = z.object({
  id: contentId,
  type: contentType,
  title: z.string(),
  thumbnail: z.string().nullable(),
  /** For cards: at most 640 × 360 pixels. If null, use `thumbnail`. */
  thumbnail_small: z.string().nullable(),
  preview: z.string().nullable(),
  total_views: z.int(),
  /** Seconds, to the millisecond. */
  length: z.number().nullable(),
  published_at: z.iso.datetime().nullable(),
  channel: z.object({
    id: channelId,
    name: z.string(),
    channel_profile: z.string().nullable(),
  }),
});
export type ContentCard = z.infer<typeof contentCard>;

export const playback = z.object({
  /** HLS multivariant playlist; null until the first segments exist. */
  hls: z.string().nullable(),
  storyboard: z.string().nullable(),
  poster: z.string().nullable(),
  width_px: z.int().nullable(),
  height_px: z.int().nullable(),
});

export const contentItem = z.object({
  id: contentId,
  type: contentType,
  title: z.string(),
  description: z.string(),
  category: z.object({ id: z.int(), name: z.string() }),
  tags: z.array(z.string()),
  visibility,
  /** When it becomes public by itself; only for the owner and staff, otherwise null. */
  publish_at: z.iso.datetime().nullable(),
  comments_open: z.boolean(),
  /** Counts the changes; only for the owner and staff, otherwise null. `update` compares it. */
  revision: z.int().nullable(),
  /** Hidden from everybody but the owner and staff, alone or with its channel. */
  is_hidden: z.boolean(),
  state: z.enum(CONTENT_STATES).catch("processing"),
  /** Processing progress in whole percent; only for the owner, otherwise null. */
  progress: z.int().nullable(),
  /** Why processing failed, in words for the owner; of a ready video, why preview and storyboard are missing. */
  fault: z.string().nullable(),
  /** Which parts of the file could not be read, in words for the owner; the rest still plays. */
  warning: z.string().nullable(),
  total_views: z.int(),
  length: z.number().nullable(),
  /** Of a trimmed video, the second of the whole video at which it begins; otherwise 0. */
  trim_from_s: z.number(),
  published_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  thumbnail: z.string().nullable(),
  thumbnail_small: z.string().nullable(),
  /**
   * What the thumbnail is chosen from, only for those who may edit the item: three frames, or one for each image of a set.
   * An image that is not drawn yet has "".
   */
  frames: z.array(z.string()),
  video_content: playback,
  /** Null in lists, for other types, and until the first pages can be read. */
  document: documentContent.nullable(),
  /** The pictures of an item of type image, in order; otherwise empty. */
  images: z.array(contentImage),
  /** Whether everybody who sees it may download it. */
  downloads_open: z.boolean(),
  /** One of each language; only videos have any. */
  captions: z.array(captionTrack),
  /** The video that this is a clip of, for those who may see it; otherwise null. */
  clip_of: z.object({ id: contentId, title: z.string() }).nullable(),
  channel: channelCard,
  can: z.object({
    edit: z.boolean(),
    remove: z.boolean(),
    retry: z.boolean(),
    /** Send a new file; for videos and documents. */
    replace: z.boolean(),
    /** Append images; only for published sets. */
    add_images: z.boolean(),
    /** Publish a part as an item of its own; only for videos, and not for staff. */
    clip: z.boolean(),
  }),
});
export type ContentItem = z.infer<typeof contentItem>;

export const contentRoutes = {
  sendPicture: defineRoute({
    name: "contents.sendPicture",
    summary: "Upload a picture to use as a thumbnail within a day",
    method: "POST",
    path: "/content-thumbnail",
    access: "editor",
    file: THUMBNAIL_PART,
    permission: "upload",
    data: sentPicture,
  }),
  sentPicture: defineRoute({
    name: "contents.sentPicture",
    summary: "A picture that the caller uploaded to use as a thumbnail",
    method: "GET",
    path: "/content-thumbnail/:id",
    params: { id: pictureId },
    access: "editor",
    permission: "upload",
    data: sentPicture,
  }),
  upload: defineRoute({
    name: "contents.upload",
    summary: "Finish an upload: publish the uploaded file, or the set of images, as an item",
    method: "POST",
    path: "/content-upload",
    access: "earner",
    body: {
      type: contentType,
      /** Repeating it returns the same item. Of a set, the upload of its first picture. */
      upload_id: uploadId,
      ...contentFields,
      publish_at: publishAt.optional(),
      downloads_open: z.boolean().optional(),
      thumbnail: thumbnailChoice.optional(),
      /** For the type image, and only for it. */
      images: imageForms.optional(),
    },
    permission: "upload",
    data: contentItem,
    writes: "contents",
  }),
  one: defineRoute({
    name: "contents.one",
    summary: "One item, as the caller may see it",
    method: "GET",
    path: "/content/:id",
    access: "member",
    params: { id: contentId },
    data: contentItem,
  }),
  edit: defineRoute({
    name: "contents.edit",
    summary: "One item for its owner or staff to edit; not found for everyone else",
    method: "GET",
    path: "/edit-content/:id",
    access: "owner",
    params: { id: contentId },
    data: contentItem,
  }),
  mine: defineRoute({
    name: "contents.mine",
    summary: "The caller's own items of a type, newest first, in every state",
    method: "GET",
    path: "/my-contents/:contentType",
    access: "earner",
    params: { contentType },
    query: cursorQuery,
    permission: "upload",
    data: z.object({ contents: z.array(contentItem), pagination: cursorPagination }),
  }),
  ofChannel: defineRoute({
    name: "contents.ofChannel",
    summary:
      "Public items of a type, newest first: of all channels for everyone, of one channel for members, of a hidden one for its owner and staff",
    method: "GET",
    path: "/get-contents/:contentType",
    access: "public",
    params: { contentType },
    query: { channel_id: channelId.optional(), category_id: categoryId.optional(), ...cursorQuery },
    data: z.object({ contents: z.array(contentCard), pagination: cursorPagination }),
  }),
  related: defineRoute({
    name: "contents.related",
    summary: "Items to watch next",
    method: "GET",
    path: "/content/:id/related",
    access: "member",
    params: { id: contentId },
    data: z.array(contentCard),
  }),
  retry: defineRoute({
    name: "contents.retry",
    summary: "Process a failed item once more",
    method: "POST",
    path: "/content/:id/retry",
    access: "owner",
    params: { id: contentId },
    data: contentItem,
  }),
  update: defineRoute({
    name: "contents.update",
    summary: "Change an item's title, description and other details",
    method: "PUT",
    path: "/update-content/:id",
    access: "owner",
    params: { id: contentId },
    body: {
      title: contentFields.title.optional(),
      description: contentFields.description.optional(),
      category_id: contentFields.category_id.optional(),
      tags: contentFields.tags.optional(),
      visibility: contentFields.visibility.optional(),
      comments_open: contentFields.comments_open.optional(),
      downloads_open: z.boolean().optional(),
      /** Without it, a new visibility takes the date back. */
      publish_at: publishAt.optional(),
      /** The revision that was edited. A newer one refuses the change with 409 and names the fields that differ. */
      revision: z.int().min(0).max(2_147_483_647).optional(),
      thumbnail: thumbnailChoice.optional(),
      /** For the type image, and only for it. */
      images: imageChanges.optional(),
    },
    data: contentItem,
    writes: "contents",
  }),
  remove: defineRoute({
    name: "contents.remove",
    summary: "Delete an item; staff can restore it for 30 days",
    method: "DELETE",
    path: "/delete-content/:id",
    access: "owner",
    params: { id: contentId },
    body: { id: contentId.optional() },
    data: nothing,
  }),
  undelete: defineRoute({
    name: "contents.undelete",
    summary: "Undo a deletion, within two minutes and by the person who deleted the item",
    method: "POST",
    path: "/undelete-content/:id",
    access: "owner",
    params: { id: contentId },
    data: contentItem,
  }),
};
