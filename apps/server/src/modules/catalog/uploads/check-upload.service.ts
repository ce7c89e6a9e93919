import { processAhead } from "#modules/catalog/media/media.service.ts";
import { checkVideoFile } from "#modules/catalog/media/probe-file.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { takeFramesJob } from "./take-frames.jobs.ts";
import {
  isPublishedUpload,
  lockUpload,
  lockUploadsOf,
  selectUpload,
  setFramesFailed,
  setUploadCheck,
} from "./uploads.sql.ts";

const NOT_INSPECTED =
  "We could not check it because of a problem on our side. You can publish it anyway: we will check it again then.";

/**
 * Probes a complete upload. A usable one is processed right away, without waiting for its form, and three frames are
 * taken to choose a thumbnail from.
 */
export async function checkUpload(deps: Deps, uploadId: string, signal: AbortSignal): Promise<void> {
  const upload = await selectUpload(deps.sql, uploadId);
  if (!upload?.completed_at || upload.is_valid !== null) return;
  // Processing the item probes the file itself and removes the upload.
  if (await isPublishedUpload(deps.sql, uploadId)) return;
  const check = await checkVideoFile(deps, (target) => deps.uploads.copyTo(uploadId, target), signal);
  if (!check.isUsable) {
    await setUploadCheck(deps.sql, uploadId, { is_valid: false, validation_error: check.fault, length_ms: null });
    await setFramesFailed(deps.sql, uploadId);
    return;
  }
  const { source } = check;
  await inTransaction(deps.sql, async (tx) => {
    await lockUpload(tx, uploadId);
    await lockUploadsOf(tx, upload.account_id);
    await setUploadCheck(tx, uploadId, { is_valid: true, validation_error: null, length_ms: source.lengthMs });
    await enqueue(tx, takeFramesJob, { upload_id: uploadId, source }, { key: `frames:${uploadId}` });
    if (!(await isPublishedUpload(tx, uploadId))) await processAhead(tx, upload, source);
  });
}

/**
 * Every attempt failed because of our own error. That says nothing about the file, so it may be published: processing
 * probes it again and reports what is wrong. There are no frames to choose from.
 */
export async function failCheck(deps: Pick<Deps, "sql">, uploadId: string): Promise<void> {
  await setUploadCheck(deps.sql, uploadId, { is_valid: true, validation_error: NOT_INSPECTED, length_ms: null });
  await setFramesFailed(deps.sql, uploadId);
}
