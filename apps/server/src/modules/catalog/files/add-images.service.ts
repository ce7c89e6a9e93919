import type { contentItem } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { IMAGE_SET_MESSAGES, IMAGES_MAX, type ImageForm } from "@app/contract/images";
import type { z } from "zod";
import { actForItem } from "#modules/catalog/contents/act-for-item.service.ts";
import { appendFrames, selectImagesOf } from "#modules/catalog/contents/content-images.sql.ts";
import { requireEditableContent, showEditableContent } from "#modules/catalog/contents/contents.service.ts";
import type { ContentRow } from "#modules/catalog/contents/contents.sql.ts";
import { recordItemEdit } from "#modules/catalog/contents/contents-edit.service.ts";
import { lockContent } from "#modules/catalog/contents/contents-media.sql.ts";
import { requireProcessed } from "#modules/catalog/contents/edit-images.service.ts";
import { drawAddedJob } from "#modules/catalog/media/media.jobs.ts";
import { endReprocessing } from "#modules/catalog/media/reprocess.service.ts";
import {
  insertSet,
  lockUsable,
  requireUploadOfType,
  toImageParts,
} from "#modules/catalog/uploads/publish-upload.service.ts";
import { lockChannels } from "#modules/channels/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { type Member, requirePaid } from "#platform/viewer.ts";

type AddDeps = Pick<Deps, "sql" | "uploads" | "config" | "secrets" | "now">;

/**
 * Appends images to a published set. Each is shown once it is drawn. Repeating it changes nothing.
 * @throws AppError `not_found` not an item that the caller may edit, or not their upload; `invalid_input` on the field
 * `images` or the upload; `conflict` it is no set, or it is being processed
 */
export async function addImages(
  deps: AddDeps,
  editor: Member,
  id: ContentId,
  images: readonly ImageForm[],
): Promise<z.input<typeof contentItem>> {
  const seen = await requireEditableContent(deps.sql, editor, id);
  const earner = await actForItem(deps.sql, editor, seen);
  requirePaid(earner);
  for (const part of toImageParts(images)) await requireUploadOfType(deps, earner, { id: part.id, type: "image" });
  await inTransaction(deps.sql, async (tx) => {
    const uploads = await lockUsable(tx, earner, toImageParts(images));
    await lockChannels(tx, [seen.channel_id]);
    await lockContent(tx, id);
    const content = await requireEditableContent(tx, editor, id);
    await requireChangeable(tx, content, id);
    const before = await selectImagesOf(tx, [id]);
    const added = images.filter(({ upload_id }) => before.every((one) => one.upload_id !== upload_id));
    if (added.length === 0) return;
    if (before.length + added.length > IMAGES_MAX) throw fieldError("images", IMAGE_SET_MESSAGES.full);
    await insertSet(tx, id, { images: added, uploads }, before.length);
    await appendFrames(tx, id, added.length);
    await recordItemEdit(tx, editor, content, { action: "edited", after: { images_added: added.length } });
    await enqueue(tx, drawAddedJob, { content_id: id }, { key: `added:${id}` });
  });
  return showEditableContent(deps, editor, id);
}

/** @throws AppError `conflict` */
async function requireChangeable(tx: Tx, content: ContentRow, id: ContentId): Promise<void> {
  if (content.type !== "image") throw new AppError("conflict", IMAGE_SET_MESSAGES.notImages);
  requireProcessed(content);
  if (!(await endReprocessing(tx, id))) throw new AppError("conflict", IMAGE_SET_MESSAGES.processing);
}
