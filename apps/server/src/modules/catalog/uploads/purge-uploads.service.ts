import { z } from "zod";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { discardUpload } from "./uploads.service.ts";
import { selectExpiredUploads, selectUploadsOf } from "./uploads.sql.ts";

const BATCH_SIZE = 100;

type UploadDeps = Pick<Deps, "sql" | "uploads" | "storage" | "log">;

/** Deletes everything an account has uploaded: bytes, frames and rows. @throws Error if some uploads are left */
export async function eraseUploadsOf(deps: UploadDeps, accountId: string, signal: AbortSignal): Promise<void> {
  const failed = await workThrough(deps, {
    failure: "an upload could not be erased",
    signal,
    next: (after: string | null) => selectUploadsOf(deps.sql, accountId, { after, limit: BATCH_SIZE }),
    work: (id) => discardUpload(deps, id),
  });
  if (failed > 0) throw new Error(`${failed} uploads of an account could not be erased`);
}

/** Longer than any job, so no file is still being written. */
const UNFINISHED_MS = 24 * 3_600_000;

/** Purges expired uploads with their bytes and frames, and the partial files of killed processes. */
export async function purgeUploads(deps: UploadDeps & Pick<Deps, "now">, signal: AbortSignal): Promise<void> {
  await deps.storage.removeUnfinished(new Date(deps.now().getTime() - UNFINISHED_MS));
  await workThrough(deps, {
    failure: "an upload could not be purged",
    signal,
    next: (after: string | null) => selectExpiredUploads(deps.sql, { after, limit: BATCH_SIZE }),
    work: (id) => discardUpload(deps, id),
  });
}

export const purgeUploadsJob = defineJob({
  name: "uploads:purge",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 30 * 60_000,
  cron: "41 * * * *",
  run: (deps, _, signal) => purgeUploads(deps, signal),
});
