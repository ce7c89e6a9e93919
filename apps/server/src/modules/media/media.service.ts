import type { ThumbnailChoice } from "@app/contract/contents";
import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { type ContentRow, setMediaState, thumbnailOfFrame } from "#modules/contents/contents.service.ts";
import type { Sql } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { newId } from "#platform/new-id.ts";
import { finishContent } from "./finish-content.service.ts";
import { keepOriginalJob } from "./keep-original.jobs.ts";
import { processVideoJob } from "./process-video.jobs.ts";
import {
  countUnpublishedOf,
  deleteUnpublished,
  insertUnpublished,
  lockAccount,
  lockUnpublishedOf,
  type UnpublishedRow,
} from "./unpublished-media.sql.ts";

export { lockUnpublishedOf };

/** Videos of one account that are processed before they are published; further ones begin with Publish. */
export const AHEAD_MAX = 3;

/** Queues the processing of a video in the caller's transaction. */
export function queueVideoProcessing(sql: Sql, id: string): Promise<void> {
  const payload = processVideoJob.payload.parse({ content_id: id, frame: null });
  return enqueue(sql, processVideoJob, payload, { key: `process:${id}` });
}

/** A good upload is processed at once, without waiting for its form. Done twice it does nothing more. */
export async function processAhead(tx: Sql, upload: { id: string; account_id: string }): Promise<void> {
  await lockAccount(tx, upload.account_id);
  if ((await countUnpublishedOf(tx, upload.account_id)) >= AHEAD_MAX) return;
  const id = newId(contentId);
  const isNew = await insertUnpublished(tx, { uploadId: upload.id, accountId: upload.account_id, contentId: id });
  if (isNew) await queueVideoProcessing(tx, id);
}

/**
 * Gives a new item what was made of its upload, or what will be made: the run that works for it goes on. Without
 * either the processing begins now.
 * @param media locked by the caller; null when the upload is not processed yet
 * @param chosen the thumbnail; a picture of its owner's is in its place already
 */
export async function publishMedia(
  tx: Sql,
  content: ContentRow,
  media: UnpublishedRow | null,
  chosen: ThumbnailChoice | undefined,
): Promise<void> {
  const frame = chosen && "frame" in chosen ? chosen.frame : null;
  if (frame !== null) await setMediaState(tx, content.id, { thumbnail_frame: frame });
  if (!media) return queueVideoProcessing(tx, content.id);
  const { run, is_playable, progress, length_ms, width_px, height_px, frame_keys, warning } = media;
  const { has_storyboard, has_preview } = media;
  const hasOwnPicture = chosen !== undefined && "picture" in chosen;
  const thumbnail = hasOwnPicture ? null : thumbnailOfFrame(frame_keys, frame);
  await deleteUnpublished(tx, content.id);
  await setMediaState(tx, content.id, {
    ...{ run, is_playable, progress, length_ms, width_px, height_px, frame_keys, warning },
    ...{ has_storyboard, has_preview, ...thumbnail },
  });
  // Where nothing began yet, its job waits and is replaced by this one; or it is lost.
  if (run === null) return queueVideoProcessing(tx, content.id);
  if (media.state !== "ready") return;
  const renditions = madeRenditions.parse(media.renditions);
  await finishContent(tx, { contentId: content.id, channelId: content.channel_id, run, renditions, warning });
  const payload = keepOriginalJob.payload.parse({ content_id: content.id });
  await enqueue(tx, keepOriginalJob, payload, { key: `original:${content.id}` });
}

const madeRenditions = z.array(
  z.object({ widthPx: z.int(), heightPx: z.int(), videoKbps: z.int(), isCopied: z.boolean() }),
);
