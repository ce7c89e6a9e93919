import path from "node:path";
import type { ContentType } from "@app/contract/contents";
import { checkImageFile } from "#modules/catalog/media/image-file.service.ts";
import { processAhead } from "#modules/catalog/media/media.service.ts";
import type { DocumentFacts } from "#modules/catalog/media/media-run.service.ts";
import { FILE_IS_GONE, MediaFault } from "#modules/catalog/media/pipeline/source-facts.ts";
import { checkVideoFile, type Place } from "#modules/catalog/media/source-file.service.ts";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { createScratch } from "#platform/data-folder.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { inspectDocument } from "../documents/render/render-document.ts";
import { takeFramesJob } from "./take-frames.jobs.ts";
import { putFrames } from "./take-frames.service.ts";
import {
  isPublishedUpload,
  lockUpload,
  lockUploadsOf,
  selectUpload,
  setFramesFailed,
  setUploadCheck,
  setUploadFrames,
  type UploadRow,
} from "./uploads.sql.ts";

const NOT_INSPECTED =
  "We could not check this file because of a problem on our side. You can publish it anyway; we will check it again then.";

type Check =
  | { isUsable: false; fault: string }
  | {
      isUsable: true;
      lengthMs: number | null;
      /** Queues what comes next, in the transaction that records the check. */
      queueNext(tx: Tx): Promise<void>;
    };

/** One entry for each type that can be uploaded. */
const CHECKS: Partial<Record<ContentType, (deps: Deps, upload: UploadRow, signal: AbortSignal) => Promise<Check>>> = {
  video: checkVideo,
  document: checkDocument,
  image: checkImage,
};

/** Checks a complete upload, and queues what its type needs next if it can be used. */
export async function checkUpload(deps: Deps, uploadId: string, signal: AbortSignal): Promise<void> {
  const upload = await selectUpload(deps.sql, uploadId);
  if (!upload?.completed_at || upload.is_valid !== null) return;
  // Processing the item probes the file itself and removes the upload.
  if (await isPublishedUpload(deps.sql, uploadId)) return;
  const inspect = CHECKS[upload.type];
  if (!inspect) throw new Error(`uploads of type ${upload.type} cannot be checked`);
  const check = await inspect(deps, upload, signal);
  if (!check.isUsable) {
    await setUploadCheck(deps.sql, uploadId, { is_valid: false, validation_error: check.fault, length_ms: null });
    await setFramesFailed(deps.sql, uploadId);
    return;
  }
  await inTransaction(deps.sql, async (tx) => {
    if (!(await lockUpload(tx, uploadId))) return;
    await lockUploadsOf(tx, upload.account_id);
    await setUploadCheck(tx, uploadId, { is_valid: true, validation_error: null, length_ms: check.lengthMs });
    await check.queueNext(tx);
  });
}

/**
 * A usable video is processed right away, without waiting for its form, and three frames are taken to choose a
 * thumbnail from.
 */
async function checkVideo(deps: Deps, upload: UploadRow, signal: AbortSignal): Promise<Check> {
  const check = await checkVideoFile(deps, (target) => deps.uploads.copyTo(upload.id, target), signal);
  if (!check.isUsable) return check;
  const { source } = check;
  return {
    isUsable: true,
    lengthMs: source.lengthMs,
    async queueNext(tx) {
      await enqueue(tx, takeFramesJob, { upload_id: upload.id, source }, { key: `frames:${upload.id}` });
      await processUsable(tx, upload.id, source);
    },
  };
}

async function processUsable(tx: Tx, uploadId: string, facts: object): Promise<void> {
  // It may have been chosen to replace a file since the check began.
  const upload = await selectUpload(tx, uploadId);
  if (upload && !(await isPublishedUpload(tx, uploadId))) await processAhead(tx, upload, facts);
}

/** The pages of a usable document are drawn right away; its thumbnail is the first one. */
async function checkDocument(deps: Deps, upload: UploadRow, signal: AbortSignal): Promise<Check> {
  const check = await checkDocumentFile(deps, (target) => deps.uploads.copyTo(upload.id, target), signal);
  if (!check.isUsable) return check;
  return {
    isUsable: true,
    lengthMs: null,
    queueNext: (tx) => processUsable(tx, upload.id, check.facts),
  };
}

/** Keeps a preview. Images are drawn once they are published: their owner may still rotate and crop them. */
async function checkImage(deps: Deps, upload: UploadRow, signal: AbortSignal): Promise<Check> {
  const check = await checkImageFile(deps, (target) => deps.uploads.copyTo(upload.id, target), signal);
  if (!check.isUsable) return check;
  const keys = await putFrames(deps, upload.id, [check.preview]);
  return { isUsable: true, lengthMs: null, queueNext: (tx) => setUploadFrames(tx, upload.id, keys) };
}

/**
 * Every attempt failed because of our own error. That says nothing about the file, so it may be published: processing
 * probes it again and reports what is wrong. There are no frames to choose from.
 */
export async function failCheck(deps: Pick<Deps, "sql">, uploadId: string): Promise<void> {
  await setUploadCheck(deps.sql, uploadId, { is_valid: true, validation_error: NOT_INSPECTED, length_ms: null });
  await setFramesFailed(deps.sql, uploadId);
}

/** Opens a complete file before anything is made of it. */
export async function checkDocumentFile(
  deps: Pick<Deps, "config">,
  place: Place,
  signal: AbortSignal,
): Promise<{ isUsable: true; facts: DocumentFacts } | { isUsable: false; fault: string }> {
  const { folder, remove } = await createScratch(deps.config.dataDir);
  try {
    if (!(await place(path.join(folder, SOURCE_NAME)))) return { isUsable: false, fault: FILE_IS_GONE };
    return { isUsable: true, facts: await inspectDocument({ folder, searchPath: deps.config.searchPath, signal }) };
  } catch (error) {
    if (error instanceof MediaFault) return { isUsable: false, fault: error.message };
    throw error;
  } finally {
    await remove();
  }
}
