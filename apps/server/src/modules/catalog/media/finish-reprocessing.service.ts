import type { ContentId } from "@app/contract/ids";
import { selectImagesOf, setImageRedrawn } from "#modules/catalog/contents/content-images.sql.ts";
import { isOwnPicture } from "#modules/catalog/contents/contents.presenter.ts";
import {
  type LockedContent,
  lockContent,
  type MediaChanges,
  updateMediaColumns,
  writeRenditions,
} from "#modules/catalog/contents/contents-media.sql.ts";
import { thumbnailOfFrame } from "#modules/catalog/contents/pictures.service.ts";
import { startTrim } from "#modules/catalog/cuts/cuts.service.ts";
import { partOf, selectTrim, setWhole, wantedOf } from "#modules/catalog/cuts/cuts.sql.ts";
import { deleteOtherDocuments } from "#modules/catalog/documents/documents.sql.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { drawLargeJob } from "./draw-larger.jobs.ts";
import { redrawnImages } from "./image-file.service.ts";
import { isComplete, madeRenditions } from "./media.service.ts";
import { publishProgress } from "./publish-progress.service.ts";
import { queuePurge, REPLACED_KEPT_S } from "./purge-run.jobs.ts";
import { deleteUnpublished, lockReprocessing, type UnpublishedRow } from "./unpublished-media.sql.ts";

/** Replaces the old files with the reprocessed ones. Does nothing if those are incomplete or already in place. */
export async function finishReprocessing(deps: Pick<Deps, "sql" | "log">, id: ContentId): Promise<void> {
  const isDone = await inTransaction(deps.sql, async (tx) => {
    const item = await lockContent(tx, id);
    const media = await lockReprocessing(tx, id);
    if (media === null || media.run === null || !isComplete(media)) return false;
    await deleteUnpublished(tx, id);
    // It was purged meanwhile, so nobody needs the new files.
    if (item?.state !== "ready") {
      await queuePurge(tx, { id, run: media.run });
      return false;
    }
    const trim = await selectTrim(tx, id);
    if (trim?.whole) await swapWhole(tx, item, media, { old: trim.whole.run, run: media.run });
    else await swap(tx, item, media, media.run);
    // What was being cut meanwhile was cut from the old files.
    const part = trim && (wantedOf(trim) ?? partOf(trim));
    if (part) await startTrim(tx, id, part);
    await publishProgress(tx, id, { isState: true });
    return true;
  });
  if (isDone) deps.log.info({ content: id }, "processed again");
}

/**
 * Viewers of a trimmed video see the old part until the same part was cut from the new files. The old whole video goes at
 * once: nothing but its row kept it from viewers.
 */
async function swapWhole(
  tx: Tx,
  item: LockedContent,
  media: UnpublishedRow,
  { old, run }: { old: string; run: string },
): Promise<void> {
  const { fencing_token, length_ms, width_px, height_px, frame_keys, warning } = media;
  if (length_ms === null) throw new Error("reprocessing: a ready video without a length");
  await setWhole(tx, item.id, { run, length_ms, width_px, height_px, frame_keys });
  await writeRenditions(tx, item.id, run, madeRenditions.parse(media.renditions));
  await updateMediaColumns(tx, item.id, { fencing_token, warning });
  await queuePurge(tx, { id: item.id, run: old });
}

/**
 * Their owner may have reordered them, and removed some, since they were drawn.
 * @returns the thumbnails in today's order, and the size of the first image
 */
async function swapImages(
  tx: Tx,
  { id }: LockedContent,
  { renditions, frame_keys }: UnpublishedRow,
): Promise<Pick<MediaChanges, "frame_keys" | "width_px" | "height_px">> {
  const redrawn = redrawnImages.parse(renditions);
  for (const image of redrawn) await setImageRedrawn(tx, id, image);
  const images = await selectImagesOf(tx, [id]);
  const { width_px = null, height_px = null } = images[0] ?? {};
  const keys = images.map((image) => frame_keys[redrawn.findIndex(({ name }) => name === image.name)] ?? "");
  return { frame_keys: keys, width_px, height_px };
}

async function swap(tx: Tx, item: LockedContent, media: UnpublishedRow, run: string): Promise<void> {
  const { fencing_token, length_ms, warning, has_storyboard, has_preview, width_px, height_px } = media;
  const isSet = media.type === "image";
  const pictures = isSet
    ? await swapImages(tx, item, media)
    : { frame_keys: media.frame_keys, ...(media.type === "video" && { width_px, height_px }) };
  const frame = isSet ? (item.thumbnail_frame ?? 0) : item.thumbnail_frame;
  const thumbnail = isOwnPicture(item) ? null : thumbnailOfFrame(pictures.frame_keys ?? [], frame);
  await updateMediaColumns(tx, item.id, {
    run,
    timeline_run: item.timeline_run,
    fencing_token,
    length_ms,
    warning,
    has_storyboard,
    has_preview,
    ...pictures,
    ...thumbnail,
  });
  if (media.type === "video") await writeRenditions(tx, item.id, run, madeRenditions.parse(media.renditions));
  if (media.type === "document") await deleteOtherDocuments(tx, { contentId: item.id, run });
  if (isSet) {
    const large = drawLargeJob.payload.parse({ content_id: item.id, run });
    await enqueue(tx, drawLargeJob, large, { key: `large:${item.id}` });
  }
  if (item.run !== null) await queuePurge(tx, { id: item.id, run: item.run }, { afterS: REPLACED_KEPT_S });
}
