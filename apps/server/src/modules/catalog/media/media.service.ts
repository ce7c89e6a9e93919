import { CAPTIONS_MESSAGES } from "@app/contract/captions";
import type { ContentType, contentItem } from "@app/contract/contents";
import { FILE_MESSAGES } from "@app/contract/files";
import { type ContentId, contentId } from "@app/contract/ids";
import { z } from "zod";
import { applyRetimed, type RetimedCaptions } from "#modules/catalog/captions/trim-captions.service.ts";
import { isOwnPicture } from "#modules/catalog/contents/contents.presenter.ts";
import { requireEditableContent, showContent } from "#modules/catalog/contents/contents.service.ts";
import { type ContentRow, selectContent } from "#modules/catalog/contents/contents.sql.ts";
import { auditItem } from "#modules/catalog/contents/contents-edit.service.ts";
import {
  type LockedContent,
  lockContent,
  retryFailedMedia,
  setReplacedFile,
  updateMediaColumns,
  writeRenditions,
} from "#modules/catalog/contents/contents-media.sql.ts";
import { type Thumbnail, thumbnailOfFrame } from "#modules/catalog/contents/pictures.service.ts";
import { cutClipJob } from "#modules/catalog/cuts/cuts.jobs.ts";
import { deleteTrim, detachUnmadeClips, isUncutClip, type TrimRow } from "#modules/catalog/cuts/cuts.sql.ts";
import { processDocumentJob } from "#modules/catalog/documents/documents.jobs.ts";
import { deleteOtherDocuments } from "#modules/catalog/documents/documents.sql.ts";
import { hasFailed } from "#modules/catalog/uploads/uploads.policy.ts";
import { selectReplacement } from "#modules/catalog/uploads/uploads.sql.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import type { Viewer } from "#platform/viewer.ts";
import { drawLargeJob } from "./draw-larger.jobs.ts";
import { drawAddedJob, drawImagesJob, processVideoJob, storeOriginalJob } from "./media.jobs.ts";
import { finishContent } from "./media-run.service.ts";
import { queuePurge, REPLACED_KEPT_S } from "./purge-run.jobs.ts";
import {
  countUnpublishedOf,
  deleteUnpublished,
  insertUnpublished,
  lockUnpublishedOf,
  selectProgressOf,
  selectUnpublishedIdOf,
  type UnpublishedRow,
} from "./unpublished-media.sql.ts";

export { lockUnpublishedOf, selectProgressOf as findProgressOf, selectUnpublishedIdOf as findUnpublishedIdOf };

/** How many uploads per account are processed before they are published. Further ones start when they are published. */
export const UNPUBLISHED_PROCESSED_MAX = 3;

/** The job that processes each type. */
const PROCESSING: Partial<Record<string, (sql: Sql, id: string) => Promise<void>>> = {
  video: async (sql, id) => {
    if (await isUncutClip(sql, id))
      return enqueue(sql, cutClipJob, { content_id: id as ContentId }, { key: `process:${id}` });
    const payload = processVideoJob.payload.parse({ content_id: id, frame: null });
    return enqueue(sql, processVideoJob, payload, { key: `process:${id}` });
  },
  document: (sql, id) => {
    const payload = processDocumentJob.payload.parse({ content_id: id });
    return enqueue(sql, processDocumentJob, payload, { key: `process:${id}` });
  },
  image: (sql, id) => {
    const payload = drawImagesJob.payload.parse({ content_id: id });
    return enqueue(sql, drawImagesJob, payload, { key: `process:${id}` });
  },
};

/** Queues the processing of an item or an upload in the caller's transaction. */
export async function queueProcessing(sql: Sql, { id, type }: { id: string; type: string }): Promise<void> {
  const queue = PROCESSING[type];
  if (!queue) throw new Error(`items of type ${type} cannot be processed`);
  await queue(sql, id);
}

/** The file of an item whose ladder was complete before it had an original. */
async function queueOriginal(sql: Sql, id: string): Promise<void> {
  const payload = storeOriginalJob.payload.parse({ content_id: id });
  await enqueue(sql, storeOriginalJob, payload, { key: `original:${id}` });
}

/**
 * Queues again what jobs may have left undone while an item was deleted, in the transaction that brings it back. A run
 * that goes on starts over.
 */
export async function resumeMedia(tx: Tx, id: ContentId): Promise<void> {
  const content = await selectContent(tx, id);
  if (!content) return;
  const { state, run, original_key, upload_id } = content;
  if (state === "processing") await queueProcessing(tx, content);
  if (state !== "ready" || run === null) return;
  if (content.type === "image") {
    await enqueue(tx, drawAddedJob, { content_id: id }, { key: `added:${id}` });
    await enqueue(tx, drawLargeJob, { content_id: id, run }, { key: `large:${id}` });
    return;
  }
  if (!isComplete(content)) await queueProcessing(tx, content);
  if (original_key === null && upload_id !== null) await queueOriginal(tx, id);
}

/**
 * Processes a valid upload at once, without waiting for its form. Calling it again has no effect.
 * @param upload the caller holds a lock on its account, so concurrent calls do not exceed the limit
 * @param source what the check found, so that the run need not look again
 */
export async function processAhead(
  tx: Sql,
  upload: { id: string; account_id: string; type: ContentType; replaces_id: string | null },
  source: object,
): Promise<void> {
  const replaced = upload.replaces_id;
  // Nobody publishes a file that replaces another one, so it does not wait for that.
  if (replaced === null && (await countUnpublishedOf(tx, upload.account_id)) >= UNPUBLISHED_PROCESSED_MAX) return;
  // The item's own id: the files of the new run are beside those of the old one.
  const id = replaced ?? newId(contentId);
  const isNew = await insertUnpublished(tx, {
    uploadId: upload.id,
    accountId: upload.account_id,
    contentId: id,
    type: upload.type,
    source,
  });
  if (isNew) await queueProcessing(tx, { id, type: upload.type });
}

/** The thumbnail the owner chose: a stored picture or one of the video's frames. */
export type ChosenThumbnail = Partial<Thumbnail> & { thumbnail_frame: number | null };

/**
 * Hands the upload's processing result to a new item. A run that has claimed the upload continues for the item; if
 * there is neither a result nor a run, processing starts now.
 * @param media locked by the caller; null if the upload has not been processed
 */
export async function publishMedia(
  deps: Pick<Deps, "events">,
  tx: Tx,
  content: ContentRow,
  { media, chosen }: { media: UnpublishedRow | null; chosen: ChosenThumbnail },
): Promise<void> {
  await updateMediaColumns(tx, content.id, chosen);
  if (!media) return queueProcessing(tx, content);
  const { run, fencing_token, is_playable, progress, length_ms, width_px, height_px, frame_keys, warning } = media;
  const { has_storyboard, has_preview } = media;
  const thumbnail = chosen.thumbnail_key ? null : thumbnailOfFrame(frame_keys, chosen.thumbnail_frame);
  await deleteUnpublished(tx, content.id);
  await updateMediaColumns(tx, content.id, {
    run,
    fencing_token,
    is_playable,
    progress,
    length_ms,
    width_px,
    height_px,
    frame_keys,
    warning,
    has_storyboard,
    has_preview,
    ...thumbnail,
  });
  // Its job may still be queued; this one replaces it.
  if (fencing_token === null) return queueProcessing(tx, content);
  if (run === null || media.state !== "ready") return;
  const renditions = madeRenditions.parse(media.renditions);
  const claim = { id: content.id, fencing_token };
  await finishContent(deps, tx, claim, { channelId: content.channel_id, run, renditions, warning });
  await queueOriginal(tx, content.id);
  // The rest failed at every attempt.
  if (media.fault !== null) await queueProcessing(tx, content);
}

/**
 * Replaces an item's files with the complete result of a new file, in the caller's transaction. Its address, counts and
 * chosen picture stay.
 * @param media locked by the caller, like the item's channel
 * @param retimed its captions on the time line of the whole video: a trim ends with the file that it was made of
 * @returns false if the result is not complete
 * @throws AppError `conflict` captions or a trim were saved since the captions were prepared
 */
export async function replaceMedia(
  deps: Pick<Deps, "events">,
  tx: Tx,
  content: LockedContent,
  { media, retimed }: { media: UnpublishedRow & { upload_id: string }; retimed: readonly RetimedCaptions[] },
): Promise<boolean> {
  const { run, fencing_token, length_ms, width_px, height_px, frame_keys, warning } = media;
  if (run === null || !isComplete(media)) return false;
  const thumbnail = isOwnPicture(content) ? null : thumbnailOfFrame(frame_keys, content.thumbnail_frame);
  const trim = await deleteTrim(tx, content.id);
  if ((trim?.whole || retimed.length > 0) && !(await applyRetimed(tx, content.id, retimed)))
    throw new AppError("conflict", CAPTIONS_MESSAGES.changed);
  await detachUnmadeClips(tx, content.id);
  await deleteUnpublished(tx, content.id);
  await setReplacedFile(tx, content.id, media.upload_id);
  await updateMediaColumns(tx, content.id, {
    run,
    timeline_run: null,
    fencing_token,
    length_ms,
    width_px,
    height_px,
    frame_keys,
    warning,
    ...thumbnail,
    has_storyboard: media.has_storyboard,
    has_preview: media.has_preview,
    is_playable: true,
    progress: 100,
    fault: null,
  });
  await storeRenditions(deps, tx, content, { ...media, run });
  await queueOriginal(tx, content.id);
  if (media.type === "document") await deleteOtherDocuments(tx, { contentId: content.id, run });
  else await deps.events.publish(tx, "content.retimed", { content_id: content.id, shift_ms: trim?.from_ms ?? 0 });
  await purgeReplaced(tx, content, trim);
  return true;
}

/** A listed item stays listed, and followers are not notified as for a new one. */
async function storeRenditions(
  deps: Pick<Deps, "events">,
  tx: Tx,
  { id, state, channel_id: channelId }: LockedContent,
  media: UnpublishedRow & { run: string },
): Promise<void> {
  const { run, fencing_token, warning } = media;
  const renditions = madeRenditions.parse(media.renditions);
  if (state !== "ready") return finishContent(deps, tx, { id, fencing_token }, { channelId, run, renditions, warning });
  await writeRenditions(tx, id, run, renditions);
  await deps.events.publish(tx, "content.file_changed", { content_id: id, change: "replaced" });
}

type Made = Pick<UnpublishedRow, "type" | "state" | "has_storyboard" | "has_preview">;

/** Nothing of the result is still being made. */
export function isComplete({ type, state, has_storyboard, has_preview }: Made): boolean {
  return state === "ready" && (type !== "video" || (has_storyboard && has_preview));
}

/** Whoever watches the old file may finish it. The whole of a trimmed one goes at once: only its trim kept it private. */
async function purgeReplaced(tx: Tx, { id, run }: LockedContent, trim: TrimRow | null): Promise<void> {
  if (run !== null) await queuePurge(tx, { id, run }, { afterS: REPLACED_KEPT_S });
  if (trim?.whole) await queuePurge(tx, { id, run: trim.whole.run });
}

export const madeRenditions = z.array(
  z.object({ widthPx: z.int(), heightPx: z.int(), videoKbps: z.int(), isCopied: z.boolean() }),
);

/**
 * Whether a new file will become an item's: it is processed under the item's id, so the old one cannot be meanwhile.
 */
export async function isBeingReplaced(sql: Sql, id: string): Promise<boolean> {
  const replacement = await selectReplacement(sql, id);
  return replacement !== null && !hasFailed(replacement);
}

/** @throws AppError `not_found`; `conflict` if processing has not failed, or a new file is replacing the failed one */
export async function retryProcessing(
  deps: Pick<Deps, "sql" | "config" | "secrets" | "now">,
  viewer: Viewer,
  id: ContentId,
): Promise<z.input<typeof contentItem>> {
  await inTransaction(deps.sql, async (tx) => {
    await lockContent(tx, id);
    const content = await requireEditableContent(tx, viewer, id);
    if (await isBeingReplaced(tx, id)) throw new AppError("conflict", FILE_MESSAGES.replacing);
    const isReopened = await retryFailedMedia(tx, id);
    if (!isReopened) throw new AppError("conflict", "Only a failed item can be processed again.");
    await queueProcessing(tx, content);
    const { state } = content;
    const facts = { before: { state }, after: { state: state === "failed" ? "processing" : state } };
    await auditItem(tx, viewer, content, { action: "content.retried", ...facts });
  });
  return showContent(deps, viewer, id);
}
