import type { Deps } from "#platform/deps.ts";
import { forgetUpload } from "./uploads.service.ts";
import { selectExpiredUploads, selectUploadsOf } from "./uploads.sql.ts";

const AT_A_TIME = 100;

/** Everything that somebody has begun to send: bytes, frames and rows. */
export async function forgetUploadsOf(
  deps: Pick<Deps, "sql" | "uploads" | "storage">,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const id of await selectUploadsOf(deps.sql, accountId)) {
    signal.throwIfAborted();
    await forgetUpload(deps, id);
  }
}

/** Longer than any job takes, and so longer than any file is written. */
const UNFINISHED_MS = 24 * 3_600_000;

/**
 * Forgets the uploads that nobody went on with: bytes, frames and row. And the files that a killed process had begun to
 * store.
 */
export async function purgeUploads(
  deps: Pick<Deps, "sql" | "uploads" | "storage" | "now">,
  signal: AbortSignal,
): Promise<void> {
  await deps.storage.removeUnfinished(new Date(deps.now().getTime() - UNFINISHED_MS));
  for (;;) {
    const ids = await selectExpiredUploads(deps.sql, AT_A_TIME);
    for (const id of ids) {
      signal.throwIfAborted();
      await forgetUpload(deps, id);
    }
    if (ids.length < AT_A_TIME) return;
  }
}
