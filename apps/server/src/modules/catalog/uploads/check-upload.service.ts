import { awaitPlayable } from "#modules/catalog/media/await-playable.service.ts";
import { processAhead } from "#modules/catalog/media/media.service.ts";
import { checkVideoFile } from "#modules/catalog/media/probe-file.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import {
  isMadeIntoItem,
  lockUpload,
  lockUploadsOf,
  selectUpload,
  setFramesFailed,
  setUploadCheck,
  setUploadFrames,
} from "./uploads.sql.ts";

const NOT_INSPECTED =
  "We could not check it because of a problem on our side. You can publish it anyway: it is checked again then.";

/**
 * Looks at a complete upload: what it is and how long, and three frames to choose a thumbnail from. A good one is
 * processed from here on, without waiting for the frames or for its form.
 */
export async function checkUpload(deps: Deps, uploadId: string, signal: AbortSignal): Promise<void> {
  const upload = await selectUpload(deps.sql, uploadId);
  if (!upload?.completed_at || upload.check_ok === false || upload.frame_keys.length > 0) return;
  // The processing of the item looks for itself, and takes the bytes away.
  if (await isMadeIntoItem(deps.sql, uploadId)) return;
  const place = (target: string) => deps.uploads.copyTo(uploadId, target);
  const check = await checkVideoFile(deps, place, signal, async (source) => {
    await inTransaction(deps.sql, async (tx) => {
      await lockUpload(tx, uploadId);
      await lockUploadsOf(tx, upload.account_id);
      await setUploadCheck(tx, uploadId, { check_ok: true, check_fault: null, length_ms: source.lengthMs });
      if (!(await isMadeIntoItem(tx, uploadId))) await processAhead(tx, upload, source);
    });
    await awaitPlayable(deps.sql, uploadId, signal);
  });
  if (!check.isUsable) {
    await setUploadCheck(deps.sql, uploadId, { check_ok: false, check_fault: check.fault, length_ms: null });
    // Of a file that was good so far, only the frames cannot be taken.
    await setFramesFailed(deps.sql, uploadId);
    return;
  }
  const keys = check.frames.map((_, at) => `uploads/${uploadId}/frame-${at}.webp`);
  for (const [at, key] of keys.entries()) {
    const frame = check.frames[at];
    if (frame) await deps.storage.put(key, frame, { contentType: "image/webp" });
  }
  await setUploadFrames(deps.sql, uploadId, keys);
}

/**
 * Every attempt failed through a fault of ours. That says nothing of the file, so it may be published: the processing
 * looks for itself, and says what is wrong. There are no frames to choose from.
 */
export async function giveUpCheck(deps: Pick<Deps, "sql">, uploadId: string): Promise<void> {
  await setUploadCheck(deps.sql, uploadId, { check_ok: true, check_fault: NOT_INSPECTED, length_ms: null });
  await setFramesFailed(deps.sql, uploadId);
}
