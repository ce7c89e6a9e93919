import { randomBytes } from "node:crypto";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { Lease } from "#platform/jobs/jobs.ts";
import { type ContentRow, selectContent } from "./contents.sql.ts";
import { runFolder } from "./contents.view.ts";
import {
  type Claim,
  claimContent,
  failProcessing,
  type MediaState,
  selectRun,
  setStateAsRun,
} from "./contents-media.sql.ts";

export { type Claim, failProcessing };

/** Another run has taken the item up since, or it is gone: this one changes nothing any more. */
export class StaleRunError extends Error {
  override readonly name = "StaleRunError";
}

/**
 * Takes an item up for a run of the pipeline. Every write of the run compares the token of the row that is returned,
 * so whatever else still works on the item changes nothing from here on.
 * @returns null when there is nothing to do
 * @throws LeaseLostError another worker has the job
 */
export async function claimForRun(deps: Pick<Deps, "sql">, id: string, lease?: Lease): Promise<ContentRow | null> {
  const fencingToken = randomBytes(8).toString("hex");
  const isClaimed = await inTransaction(deps.sql, async (tx) => {
    await lease?.require(tx);
    return claimContent(tx, id, fencingToken);
  });
  const content = isClaimed ? await selectContent(deps.sql, id) : null;
  return content && { ...content, fencing_token: fencingToken };
}

/** @throws StaleRunError */
export async function writeAsRun(sql: Sql, claim: Claim, state: MediaState): Promise<void> {
  if (await setStateAsRun(sql, claim, state)) return;
  throw new StaleRunError("another run has taken the item up, or it is gone");
}

/** A run begins to make files: from here on those of its folder are the ones that count. @throws StaleRunError */
export function startRun(
  sql: Sql,
  claim: Claim,
  made: { run: string; lengthMs: number; widthPx: number; heightPx: number },
): Promise<void> {
  return writeAsRun(sql, claim, {
    ...{ run: made.run, length_ms: made.lengthMs, width_px: made.widthPx, height_px: made.heightPx },
    ...{ state: "processing", fault: null, progress: 0, is_playable: false },
    ...{ has_storyboard: false, has_preview: false },
  });
}

/** Removes what a stale run has stored after whoever took over, or purged the item, had cleared its folder. */
export async function removeStaleFiles(deps: Pick<Deps, "sql" | "storage">, id: string, run: string): Promise<void> {
  const now = await selectRun(deps.sql, id);
  if (now === null) await deps.storage.removePrefix(`contents/${id}/`);
  else if (now.run !== run) await deps.storage.removePrefix(`${runFolder(id, run)}/`);
}
