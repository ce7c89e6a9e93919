import type { ContentType, contentItem, contentRoutes } from "@app/contract/contents";
import { type ContentId, contentId, type PictureId, type UploadId } from "@app/contract/ids";
import type { z } from "zod";
import {
  copyPictureToItem,
  createContent,
  findContentOfUpload,
  removeThumbnail,
  showContent,
  type Thumbnail,
} from "#modules/catalog/contents/contents.service.ts";
import { toAudience } from "#modules/catalog/contents/contents-schedule.service.ts";
import { findUnpublishedIdOf, lockUnpublishedOf, publishMedia } from "#modules/catalog/media/media.service.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { type Member, requirePaid } from "#platform/viewer.ts";
import { completeIfWhole, findFault, requireOwnUpload } from "./uploads.service.ts";
import { isPublishedUpload, lockUpload } from "./uploads.sql.ts";

type Form = z.output<(typeof contentRoutes)["upload"]["body"]>;
const TYPE_WORDS: Record<ContentType, string> = { video: "a video", image: "an image", document: "a document" };

type PublishDeps = Pick<Deps, "sql" | "storage" | "events" | "now">;

/** An upload's processing may start or be discarded while it is being published. */
const PUBLISH_ATTEMPTS = 3;

/**
 * Creates an item from a complete upload and queues its processing. Repeating it returns the same item. If the channel
 * was hidden meanwhile, the upload is not lost: its item is hidden with the channel.
 * @throws AppError `not_found` not this person's upload; `invalid_input` bytes are missing, or it is of another type or unusable
 */
export async function publishUpload(
  deps: PublishDeps & Pick<Deps, "uploads" | "config" | "secrets">,
  earner: Member,
  { upload_id, thumbnail, ...fields }: Form,
): Promise<z.input<typeof contentItem>> {
  requirePaid(earner);
  const upload = await requireOwnUpload(deps.sql, earner, upload_id);
  if (upload.type !== fields.type) throw fieldError("type", `This file was uploaded as ${TYPE_WORDS[upload.type]}.`);
  await completeIfWhole(deps, upload);
  for (let attempt = 1; attempt <= PUBLISH_ATTEMPTS; attempt += 1) {
    const id = await tryPublish(deps, earner, { uploadId: upload_id, ...toChoice(thumbnail), fields });
    if (id !== null) return showContent(deps, earner, id);
  }
  throw new AppError("conflict", "This upload is being processed. Please publish it again.");
}

type Publication = {
  uploadId: UploadId;
  fields: Omit<Form, "upload_id" | "thumbnail">;
  /** Number of the chosen frame. */
  frame: number | null;
  /** A picture the owner sent. */
  picture: PictureId | null;
};

function toChoice(thumbnail: Form["thumbnail"]): Pick<Publication, "frame" | "picture"> {
  if (!thumbnail) return { frame: null, picture: null };
  return "picture" in thumbnail
    ? { frame: null, picture: thumbnail.picture }
    : { frame: thumbnail.frame, picture: null };
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
    if (stored && createdId !== planned && (await findContentOfUpload(deps.sql, uploadId))?.id !== planned)
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
  if (picture === null || (await findContentOfUpload(deps.sql, uploadId))) return null;
  return copyPictureToItem(deps, earner.accountId, { contentId: id, picture });
}

function createItem(
  deps: PublishDeps,
  earner: Member,
  { uploadId, fields, frame }: Publication,
  { planned, stored }: { planned: string; stored: Thumbnail | null },
): Promise<ContentId | null> {
  return inTransaction(deps.sql, async (tx) => {
    await lockUpload(tx, uploadId);
    const upload = await requireOwnUpload(tx, earner, uploadId);
    if (upload.replaces_id !== null) throw fieldError("upload_id", "This file replaces the one of another item.");
    if (!upload.completed_at) throw fieldError("upload_id", "The file has not been uploaded completely yet.");
    const fault = findFault(upload);
    if (fault !== null) throw fieldError("upload_id", fault);
    const media = await lockUnpublishedOf(tx, uploadId);
    const id = contentId.parse(media?.content_id ?? planned);
    if (!(await isPublishedUpload(tx, uploadId))) {
      if (stored && id !== planned) return null;
      toAudience(fields, null, deps.now());
    }
    await lockChannels(tx, [earner.channelId]);
    const { content, isNew } = await createContent(tx, earner.channelId, fields, { uploadId, id });
    if (content.owner_id !== earner.accountId) throw notFound();
    if (isNew) await publishMedia(deps, tx, content, { media, chosen: { ...stored, thumbnail_frame: frame } });
    return contentId.parse(content.id);
  });
}
