import type { ContentId } from "@app/contract/ids";
import {
  findImagesOf,
  isOwnPicture,
  lockReplacedItem,
  type ReplacedItem,
  setImageRedrawn,
  setMediaState,
  thumbnailOfFrame,
  writeRenditions,
} from "#modules/catalog/contents/contents.service.ts";
import { selectTrim } from "#modules/catalog/cuts/cuts.sql.ts";
import { deleteOtherDocuments } from "#modules/catalog/documents/documents.sql.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { drawLargeJob } from "./draw-larger.jobs.ts";
import { redrawnImages } from "./image-file.service.ts";
import { purgeRunJob } from "./media.jobs.ts";
import { madeRenditions, REPLACED_KEPT_S } from "./media.service.ts";
import { publishProgress } from "./publish-progress.service.ts";
import { deleteUnpublished, lockReprocessing, type UnpublishedRow } from "./unpublished-media.sql.ts";

/** Replaces the old files with the reprocessed ones. Does nothing if those are incomplete or already in place. */
export async function finishReprocessing(deps: Pick<Deps, "sql" | "log">, id: ContentId): Promise<void> {
  const isDone = await inTransaction(deps.sql, async (tx) => {
    const item = await lockReplacedItem(tx, id);
    const media = await lockReprocessing(tx, id);
    if (media?.state !== "ready" || media.run === null) return false;
    if (media.type === "video" && !(media.has_storyboard && media.has_preview)) return false;
    await deleteUnpublished(tx, id);
    // The item was trimmed or purged meanwhile, so nobody needs the new files.
    if (item?.state !== "ready" || (await selectTrim(tx, id))) return purge(tx, id, media.run);
    await swap(tx, item, media, media.run);
    await publishProgress(tx, id, { isState: true });
    return true;
  });
  if (isDone) deps.log.info({ content: id }, "processed again");
}

async function purge(tx: Tx, id: ContentId, run: string): Promise<false> {
  const payload = purgeRunJob.payload.parse({ content_id: id, run });
  await enqueue(tx, purgeRunJob, payload, { key: `purge-run:${id}:${run}` });
  return false;
}

async function swap(tx: Tx, item: ReplacedItem, media: UnpublishedRow, run: string): Promise<void> {
  const { fencing_token, length_ms, frame_keys, warning, has_storyboard, has_preview } = media;
  const frame = media.type === "image" ? (item.thumbnail_frame ?? 0) : item.thumbnail_frame;
  const thumbnail = isOwnPicture(item) ? null : thumbnailOfFrame(frame_keys, frame);
  await setMediaState(tx, item.id, {
    ...{ run, fencing_token, length_ms, frame_keys, warning, has_storyboard, has_preview, ...thumbnail },
    ...(media.type !== "document" && { width_px: media.width_px, height_px: media.height_px }),
  });
  if (media.type === "video") await writeRenditions(tx, item.id, run, madeRenditions.parse(media.renditions));
  if (media.type === "document") await deleteOtherDocuments(tx, { contentId: item.id, run });
  if (media.type === "image") {
    for (const image of redrawnImages.parse(media.renditions)) await setImageRedrawn(tx, item.id, image);
    const [first] = await findImagesOf(tx, [item.id]);
    if (first) await setMediaState(tx, item.id, { width_px: first.width_px, height_px: first.height_px });
    const large = drawLargeJob.payload.parse({ content_id: item.id, run });
    await enqueue(tx, drawLargeJob, large, { key: `large:${item.id}` });
  }
  if (item.run === null) return;
  const old = purgeRunJob.payload.parse({ content_id: item.id, run: item.run });
  await enqueue(tx, purgeRunJob, old, { key: `purge-run:${item.id}:${item.run}`, afterS: REPLACED_KEPT_S });
}
