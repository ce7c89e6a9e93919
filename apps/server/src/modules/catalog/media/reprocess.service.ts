import type { ContentType } from "@app/contract/contents";
import { type ContentId, contentId } from "@app/contract/ids";
import { STAFF_CONTENT_MESSAGES } from "@app/contract/staff-contents";
import { z } from "zod";
import { isDrawn, selectImagesOf } from "#modules/catalog/contents/content-images.sql.ts";
import { canRetry } from "#modules/catalog/contents/contents.policy.ts";
import { selectContent } from "#modules/catalog/contents/contents.sql.ts";
import { lockContent, retryFailedMedia } from "#modules/catalog/contents/contents-media.sql.ts";
import { selectTrim, wantedOf } from "#modules/catalog/cuts/cuts.sql.ts";
import { deleteOtherDocuments } from "#modules/catalog/documents/documents.sql.ts";
import { endUpload, selectReplacement, setReplacement } from "#modules/catalog/uploads/uploads.sql.ts";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { Member } from "#platform/viewer.ts";
import { isBeingReplaced, isComplete, queueProcessing } from "./media.service.ts";
import { FILE_IS_GONE } from "./pipeline/source-facts.ts";
import { queuePurge } from "./purge-run.jobs.ts";
import { deleteUnpublished, insertReprocessing, lockReprocessing, selectUnpublished } from "./unpublished-media.sql.ts";

type Act = { id: ContentId; reason: string };

/**
 * Processes an item again from its original. The old files stay until the new ones are complete.
 * @throws AppError `not_found`; `conflict` it is being processed, its file is being replaced, it is being trimmed, or
 * there is no original
 */
export async function reprocessByStaff(deps: Pick<Deps, "sql">, staff: Member, { id, reason }: Act): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockContent(tx, id);
    const item = await selectContent(tx, id);
    if (!item) throw notFound();
    if (!canRetry(item)) await beginAgain(tx, { ...item, id, type: item.type as ContentType });
    else if (await isBeingReplaced(tx, id)) throw new AppError("conflict", STAFF_CONTENT_MESSAGES.replaced);
    else if (!(await retryFailedMedia(tx, id))) throw new AppError("conflict", STAFF_CONTENT_MESSAGES.processing);
    await queueProcessing(tx, item);
    await recordAudit(tx, {
      staff,
      action: "content.retried",
      subject: { kind: "content", id },
      reason,
      before: { state: item.state },
      after: { state: "processing" },
    });
  });
}

type Item = NonNullable<Awaited<ReturnType<typeof selectContent>>>;

async function beginAgain(tx: Tx, item: Item & { id: ContentId; type: ContentType }): Promise<void> {
  if (!isComplete(item)) throw new AppError("conflict", STAFF_CONTENT_MESSAGES.processing);
  if (item.original_key === null) throw new AppError("conflict", STAFF_CONTENT_MESSAGES.noOriginal);
  if ((await selectImagesOf(tx, [item.id])).some((image) => !isDrawn(image) && image.fault === null))
    throw new AppError("conflict", STAFF_CONTENT_MESSAGES.processing);
  const trim = await selectTrim(tx, item.id);
  if (trim && wantedOf(trim)) throw new AppError("conflict", STAFF_CONTENT_MESSAGES.trimming);
  if (await isBeingReplaced(tx, item.id)) throw new AppError("conflict", STAFF_CONTENT_MESSAGES.replaced);
  if (!(await endReprocessing(tx, item.id))) throw new AppError("conflict", STAFF_CONTENT_MESSAGES.processing);
  await endFailedReplacement(tx, item);
  await insertReprocessing(tx, item);
}

/** Makes room: an item has one unpublished run at a time, and a failed new file still holds it. */
async function endFailedReplacement(tx: Tx, item: Item): Promise<void> {
  const failed = await selectReplacement(tx, item.id);
  await discardReplacementMedia(tx, item);
  if (failed === null) return;
  await setReplacement(tx, item.id, null);
  await endUpload(tx, failed.id);
}

/**
 * Deletes the leftovers of a failed attempt.
 * @returns false if the item is being processed again
 */
export async function endReprocessing(tx: Tx, id: ContentId): Promise<boolean> {
  const media = await lockReprocessing(tx, id);
  if (media !== null && media.state !== "failed") return false;
  if (media !== null) await deleteUnpublished(tx, id);
  return true;
}

/** Discards the unpublished run of an item's new file that will not replace the old one. */
export async function discardReplacementMedia(tx: Tx, { id, run }: { id: string; run: string | null }): Promise<void> {
  const made = await selectUnpublished(tx, id);
  if (made === null) return;
  await deleteUnpublished(tx, id);
  if (made.type === "document") await deleteOtherDocuments(tx, { contentId: id, run: run ?? "" });
  if (made.run !== null) await queuePurge(tx, { id, run: made.run });
}

/** Starts again what found no original because the item was deleted. */
export async function resumeReprocessing(tx: Tx, id: ContentId): Promise<void> {
  const item = await selectContent(tx, id);
  const media = await lockReprocessing(tx, id);
  if (!item || media?.fault !== FILE_IS_GONE) return;
  await deleteUnpublished(tx, id);
  await insertReprocessing(tx, { ...item, id, type: item.type as ContentType });
  await queueProcessing(tx, item);
}

export const finishReprocessingJob = defineJob({
  name: "media:finish-reprocessing",
  lane: "short",
  payload: z.object({ content_id: contentId }),
  attempts: 8,
  timeoutMs: 60_000,
  run: async (deps, { content_id }) =>
    (await import("./finish-reprocessing.service.ts")).finishReprocessing(deps, content_id),
});
