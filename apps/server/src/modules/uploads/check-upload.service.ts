import { checkVideoFile } from "#modules/media/probe-file.service.ts";
import type { Deps } from "#platform/deps.ts";
import { isMadeIntoItem, selectUpload, setUploadCheck } from "./uploads.sql.ts";

const NOT_INSPECTED =
  "We could not check it because of a problem on our side. You can publish it anyway: it is checked again then.";

/** Looks at a complete upload: what it is, how long, and three frames to choose a thumbnail from. */
export async function checkUpload(deps: Deps, uploadId: string, signal: AbortSignal): Promise<void> {
  const upload = await selectUpload(deps.sql, uploadId);
  if (!upload?.completed_at || upload.check_ok !== null) return;
  // The processing of the item looks for itself, and takes the bytes away.
  if (await isMadeIntoItem(deps.sql, uploadId)) return;
  const check = await checkVideoFile(deps, (target) => deps.uploads.copyTo(uploadId, target), signal);
  if (!check.isUsable) {
    await setUploadCheck(deps.sql, uploadId, { ok: false, fault: check.fault, lengthMs: null, frameKeys: [] });
    return;
  }
  const frameKeys = check.frames.map((_, at) => `uploads/${uploadId}/frame-${at}.webp`);
  for (const [at, key] of frameKeys.entries()) {
    const frame = check.frames[at];
    if (frame) await deps.storage.put(key, frame, { contentType: "image/webp" });
  }
  await setUploadCheck(deps.sql, uploadId, { ok: true, fault: null, lengthMs: check.lengthMs, frameKeys });
}

/**
 * Every attempt failed through a fault of ours. That says nothing of the file, so it may be published: the processing
 * looks for itself, and says what is wrong. There are no frames to choose from.
 */
export async function giveUpCheck(deps: Pick<Deps, "sql">, uploadId: string): Promise<void> {
  await setUploadCheck(deps.sql, uploadId, { ok: true, fault: NOT_INSPECTED, lengthMs: null, frameKeys: [] });
}
