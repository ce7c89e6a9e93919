import type { Deps } from "#platform/deps.ts";
import { exportKey, exportsFolder } from "./export-key.policy.ts";
import { deleteExportsOf, markExpired, selectEndedExports } from "./exports.sql.ts";

const AT_A_TIME = 100;

type PurgeDeps = Pick<Deps, "sql" | "storage">;

/** Removes the files whose days are over; the rows stay and say so. */
export async function purgeExports(deps: PurgeDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ended = await selectEndedExports(deps.sql, AT_A_TIME);
    for (const row of ended) {
      signal.throwIfAborted();
      await deps.storage.remove(exportKey(row));
      await markExpired(deps.sql, row.id);
    }
    if (ended.length < AT_A_TIME) return;
  }
}

/** The rows go first: an export that is being made at this moment finds itself without one, and removes its file. */
export async function forgetExportsOf(deps: PurgeDeps, accountId: string): Promise<void> {
  await deleteExportsOf(deps.sql, accountId);
  await deps.storage.removePrefix(exportsFolder(accountId));
}
