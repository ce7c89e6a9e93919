import { setTimeout as sleep } from "node:timers/promises";
import { findProgressOf } from "#modules/catalog/media/media.service.ts";
import type { SourceFacts } from "#modules/catalog/media/pipeline/source-facts.ts";
import { takeFileFrames } from "#modules/catalog/media/source-file.service.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { isPublishedUpload, selectUpload, setFramesFailed, setUploadFrames } from "./uploads.sql.ts";

const POLL_INTERVAL_MS = 200;
/** An idle worker starts at once. If all workers are busy, waiting gains nothing. */
const START_TIMEOUT_MS = 1_500;
const PLAYABLE_TIMEOUT_MS = 6_000;

/** Takes three frames of an upload to choose a thumbnail from, once its first segments can be played. */
export async function takeUploadFrames(
  deps: Deps,
  uploadId: string,
  source: SourceFacts,
  signal: AbortSignal,
): Promise<void> {
  const upload = await selectUpload(deps.sql, uploadId);
  if (!upload || upload.frame_keys.length > 0) return;
  // Processing the item removes the upload, and takes its own frames: it need not wait for these.
  if (await isPublishedUpload(deps.sql, uploadId)) return failFrames(deps, uploadId);
  await awaitPlayable(deps.sql, uploadId, signal);
  const frames = await takeFileFrames(deps, (target) => deps.uploads.copyTo(uploadId, target), source, signal);
  if (frames === null) return failFrames(deps, uploadId);
  await setUploadFrames(deps.sql, uploadId, await putFrames(deps, uploadId, frames));
}

/** Stores the pictures that an upload is shown with. @returns their keys */
export async function putFrames(
  deps: Pick<Deps, "sql" | "storage">,
  uploadId: string,
  frames: readonly Buffer[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const [at, frame] of frames.entries()) {
    const key = `uploads/${uploadId}/frame-${at}.webp`;
    await deps.storage.put(key, frame, { contentType: "image/webp" });
    keys.push(key);
  }
  // If it was canceled meanwhile, its pictures were deleted before these were stored.
  if (!(await selectUpload(deps.sql, uploadId))) await deps.storage.removePrefix(`uploads/${uploadId}/`);
  return keys;
}

/** There are no frames to choose from; the file may still be usable. */
export async function failFrames(deps: Pick<Deps, "sql">, uploadId: string): Promise<void> {
  await setFramesFailed(deps.sql, uploadId);
}

/** Waits while the first segments are being made, because taking frames would slow them down. */
async function awaitPlayable(sql: Sql, uploadId: string, signal: AbortSignal): Promise<void> {
  const sinceMs = Date.now();
  for (;;) {
    const media = await findProgressOf(sql, uploadId);
    if (media?.state !== "processing" || media.is_playable) return;
    const waitedMs = Date.now() - sinceMs;
    if (waitedMs > (media.is_claimed ? PLAYABLE_TIMEOUT_MS : START_TIMEOUT_MS)) return;
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}
