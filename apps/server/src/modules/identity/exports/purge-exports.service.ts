import type { Deps } from "#platform/deps.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { exportKey, exportsFolder } from "./export-key.policy.ts";
import { deleteExportsOf, type EndedExport, markExpired, selectEndedExports } from "./exports.sql.ts";

const AT_A_TIME = 100;

type PurgeDeps = Pick<Deps, "sql" | "storage">;

/** Removes the files whose days are over; the rows stay and say so. */
export async function purgeExports(deps: PurgeDeps & Pick<Deps, "log">, signal: AbortSignal): Promise<void> {
  await workThrough(deps, {
    failure: "an export could not be purged",
    signal,
    next: (after: EndedExport | null) => selectEndedExports(deps.sql, { after: after?.id ?? null, limit: AT_A_TIME }),
    async work(row) {
      await deps.storage.remove(exportKey(row));
      await markExpired(deps.sql, row.id);
    },
  });
}

/** The rows go first: an export that is being made at this moment finds itself without one, and removes its file. */
export async function eraseExportsOf(deps: PurgeDeps, accountId: string): Promise<void> {
  await deleteExportsOf(deps.sql, accountId);
  await deps.storage.removePrefix(exportsFolder(accountId));
}
