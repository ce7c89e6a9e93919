import { randomBytes } from "node:crypto";
import type { ContentType, contentItem, contentRoutes } from "@app/contract/contents";
import { type ContentId, contentId, type PictureId, type UploadId } from "@app/contract/ids";
import type { ImageForm } from "@app/contract/images";
import type { z } from "zod";
import { insertImages, selectUsedUploads } from "#modules/catalog/contents/content-images.sql.ts";
import { showContent } from "#modules/catalog/contents/contents.service.ts";
import { selectContentOfUpload } from "#modules/catalog/contents/contents.sql.ts";
import { toAudience } from "#modules/catalog/contents/contents-maintenance.service.ts";
import { createContent } from "#modules/catalog/contents/create-content.service.ts";
import { copyPictureToItem, removeThumbnail, type Thumbnail } from "#modules/catalog/contents/pictures.service.ts";
import { findUnpublishedIdOf, lockUnpublishedOf, publishMedia } from "#modules/catalog/media/media.service.ts";
import { lockChannels, recordChannelLog } from "#modules/channels/index.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { channelOf, type Member, requirePaid } from "#platform/viewer.ts";
import { findFault } from "./uploads.policy.ts";
import { completeIfWhole, requireOwnUpload, UPLOAD_MAX_MS, type UploadRow } from "./uploads.service.ts";
import { isPublishedUpload, lockUpload } from "./uploads.sql.ts";

type Form = z.output<(typeof contentRoutes)["upload"]["body"]>;
const TYPE_WORDS: Record<ContentType, string> = { video: "a video", image: "an image", document: "a document" };

type PublishDeps = Pick<Deps, "sql" | "storage" | "events" | "now">;

/** An upload's processing may start or be discarded while it is being published. */
const PUBLISH_ATTEMPTS = 3;

/**
 * Creates an item from a complete upload, or from one for each image of a set, and queues its processing. Repeating it
 * returns the same item. If the channel was hidden meanwhile, the upload is not lost: its item is hidden with the
 * channel.
 * @throws AppError `not_found` not this person's upload; `invalid_input` bytes are missing, or it is of another type or unusable
 */
export async function publishUpload(
  deps: PublishDeps & Pick<Deps, "uploads" | "config" | "secrets">,
  earner: Member,
  { upload_id, thumbnail, images, ...fields }: Form,
): Promise<z.input<typeof contentItem>> {
  requirePaid(earner);
  const publication = {
    uploadId: upload_id,
    ...toChoice(thumbnail, fields.type, images),
    fields,
    images: images ?? [],
  };
  for (const { id } of toParts(publication)) await requireUploadOfType(deps, earner, { id, type: fields.type });
  for (let attempt = 1; attempt <= PUBLISH_ATTEMPTS; attempt += 1) {
    const id = await tryPublish(deps, earner, publication);
    if (id !== null) return showContent(deps, earner, id);
  }
  throw new AppError("conflict", "This upload is being processed. Please publish it again.");
}

/** @throws AppError `not_found`; `invalid_input` it is of another type */
export async function requireUploadOfType(
  deps: Pick<Deps, "sql" | "uploads">,
  earner: Member,
  { id, type }: { id: UploadId; type: ContentType },
): Promise<void> {
  const upload = await requireOwnUpload(deps.sql, earner, id);
  if (upload.type !== type) throw fieldError("type", `This file was uploaded as ${TYPE_WORDS[upload.type]}.`);
  await completeIfWhole(deps, upload);
}

type Publication = {
  uploadId: UploadId;
  fields: Omit<Form, "upload_id" | "thumbnail" | "images">;
  /** Of a set; otherwise empty. */
  images: ImageForm[];
  /** Number of the chosen frame, or picture of the set. */
  frame: number | null;
  /** A picture the owner sent. */
  picture: PictureId | null;
};

/** @throws AppError `invalid_input` it chooses what the item will not have */
function toChoice(
  thumbnail: Form["thumbnail"],
  type: ContentType,
  images: Form["images"],
): Pick<Publication, "frame" | "picture"> {
  if (!thumbnail) return { frame: null, picture: null };
  if ("picture" in thumbnail) return { frame: null, picture: thumbnail.picture };
  const isThere = "image" in thumbnail ? thumbnail.image < (images?.length ?? 0) : type === "video";
  if (!isThere) throw fieldError("thumbnail", "There is no such picture.");
  return { frame: "image" in thumbnail ? thumbnail.image : thumbnail.frame, picture: null };
}

/**
 * The uploads that the item is made of, each with the field that names it.
 * @throws AppError `invalid_input` a set without images, images without a set, or one of them twice
 */
function toParts({ uploadId, fields, images }: Pick<Publication, "uploadId" | "fields" | "images">) {
  if (fields.type !== "image") {
    if (images.length > 0) throw fieldError("images", "Only an item of type image has images.");
    return [{ id: uploadId, field: "upload_id" }];
  }
  if (images.length === 0) throw fieldError("images", "Please add an image.");
  if (images[0]?.upload_id !== uploadId) throw fieldError("upload_id", "This must be the upload of the first image.");
  return toImageParts(images);
}

/** @throws AppError `invalid_input` one of them twice */
export function toImageParts(images: readonly ImageForm[]): { id: UploadId; field: string }[] {
  const parts = images.map((image, at) => ({ id: image.upload_id, field: `images.${at}.upload_id` }));
  const twice = parts.find(({ id }, at) => parts.findIndex((other) => other.id === id) < at);
  if (twice) throw fieldError(twice.field, "This image is in the set twice.");
  return parts;
}

/** @returns null if the item's planned id changed, so its picture is stored in the wrong place */
async function tryPublish(deps: PublishDeps, earner: Member, publication: Publication): Promise<ContentId | null> {
  const { uploadId } = publication;
  const planned = (await findUnpublishedIdOf(deps.sql, uploadId)) ?? newId(contentId);
  // Stored before the transaction, which may be retried, and under the item's future id.
  const stored = await storePicture(deps, earner, planned, publication);
  let createdId: ContentId | null = null;
  try {
    createdId = await createItem(deps, earner, publication, { planned, stored });
  } finally {
    // If two requests published it at once, the item of that id may be using this picture.
    if (stored && createdId !== planned && (await selectContentOfUpload(deps.sql, uploadId))?.id !== planned)
      await removeThumbnail(deps, stored);
  }
  return createdId;
}

/** @returns null if there is nothing to store: no picture was chosen, or the item exists already */
async function storePicture(
  deps: PublishDeps,
  earner: Member,
  id: string,
  { picture, uploadId }: Publication,
): Promise<Thumbnail | null> {
  if (picture === null || (await selectContentOfUpload(deps.sql, uploadId))) return null;
  return copyPictureToItem(deps, earner.accountId, { contentId: id, picture });
}

function createItem(
  deps: PublishDeps,
  earner: Member,
  publication: Publication,
  { planned, stored }: { planned: string; stored: Thumbnail | null },
): Promise<ContentId | null> {
  const { uploadId, fields, frame, images } = publication;
  return inTransaction(deps.sql, async (tx) => {
    const uploads = await lockUsable(tx, earner, toParts(publication));
    const media = await lockUnpublishedOf(tx, uploadId);
    const id = contentId.parse(media?.content_id ?? planned);
    if (!(await isPublishedUpload(tx, uploadId))) {
      if (stored && id !== planned) return null;
      // The page accepted the date before the file had arrived. If it passed since, the job publishes the item at once.
      toAudience(fields, null, deps.now(), UPLOAD_MAX_MS);
    }
    const { channelId } = channelOf(earner);
    await lockChannels(tx, [channelId]);
    const origin = { uploadId, id, uploadedBy: earner.accountId };
    const { content, isNew } = await createContent(tx, channelId, fields, origin);
    if (content.channel_id !== channelId) throw notFound();
    if (isNew)
      await recordChannelLog(tx, { channelId, actorId: earner.accountId, action: "published", subject: content.title });
    if (isNew && images.length > 0) await insertSet(tx, content.id, { images, uploads });
    if (isNew) await publishMedia(deps, tx, content, { media, chosen: { ...stored, thumbnail_frame: frame } });
    return contentId.parse(content.id);
  });
}

/** Locks uploads in one order, so that two sets never wait for each other. @throws AppError */
export async function lockUsable(
  tx: Tx,
  earner: Member,
  parts: readonly { id: string; field: string }[],
): Promise<Map<string, UploadRow>> {
  const uploads = new Map<string, UploadRow>();
  for (const { id, field } of parts.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await lockUpload(tx, id);
    const upload = await requireOwnUpload(tx, earner, id);
    if (upload.channel_id !== channelOf(earner).channelId) throw notFound();
    if (upload.replaces_id !== null) throw fieldError(field, "This file replaces the one of another item.");
    if (!upload.completed_at) throw fieldError(field, "The file has not been uploaded completely yet.");
    const fault = findFault(upload);
    if (fault !== null) throw fieldError(field, fault);
    uploads.set(id, upload);
  }
  return uploads;
}

/**
 * @param from the place of the first of them in the set
 * @throws AppError `invalid_input` one of them is already in another item
 */
export async function insertSet(
  tx: Tx,
  id: string,
  { images, uploads }: { images: readonly ImageForm[]; uploads: ReadonlyMap<string, UploadRow> },
  from = 0,
): Promise<void> {
  const used = new Set(await selectUsedUploads(tx, [...uploads.keys()]));
  const at = images.findIndex((image) => used.has(image.upload_id));
  if (at >= 0) throw fieldError(`images.${at}.upload_id`, "This image is already part of another item.");
  await insertImages(
    tx,
    id,
    images.map(({ upload_id, ...image }) => {
      const upload = uploads.get(upload_id);
      if (!upload) throw new Error("an upload of the set is not locked");
      const name = randomBytes(8).toString("hex");
      return { ...image, uploadId: upload_id, fileName: upload.file_name, sizeBytes: upload.size_bytes, name };
    }),
    from,
  );
}
