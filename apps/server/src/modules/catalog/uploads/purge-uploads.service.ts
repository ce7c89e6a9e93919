import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { discardUpload } from "./uploads.service.ts";
import { selectExpiredUploads, selectUploadsOf } from "./uploads.sql.ts";

const AT_A_TIME = 100;

type UploadDeps = Pick<Deps, "sql" | "uploads" | "storage" | "log">;

/**
 * Everything that somebody has begun to send: bytes, frames and rows.
 * @throws Error some are left
 */
export async function eraseUploadsOf(deps: UploadDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "an upload could not be erased",
    signal,
    next: (after: string | null) => selectUploadsOf(deps.sql, accountId, { after, limit: AT_A_TIME }),
    work: (id) => discardUpload(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} uploads of an account could not be erased`);
}

/** Longer than any job takes, and so longer than any file is written. */
const UNFINISHED_MS = 24 * 3_600_000;

/**
 * Purges the uploads that nobody went on with: bytes, frames and row. And the files that a killed process had begun to
 * store.
 */
export async function purgeUploads(deps: UploadDeps & Pick<Deps, "now">, signal: AbortSignal): Promise<void> {
  await deps.storage.removeUnfinished(new Date(deps.now().getTime() - UNFINISHED_MS));
  await workThrough(deps, {
    failure: "an upload could not be purged",
    signal,
    next: (after: string | null) => selectExpiredUploads(deps.sql, { after, limit: AT_A_TIME }),
    work: (id) => discardUpload(deps, id),
  });
}
