import { contentId } from "@app/contract/ids";
import { z } from "zod";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { selectRuns } from "./unpublished-media.sql.ts";

/** How long somebody who is watching may still fetch the old file's segments. */
export const REPLACED_KEPT_S = 3_600;

export const purgeRunJob = defineJob({
  name: "media:purge-run",
  lane: "bulk",
  payload: z.object({ content_id: contentId, run: z.string().regex(/^[0-9a-f]+$/) }),
  attempts: 8,
  timeoutMs: 10 * 60_000,
  run: (deps, { content_id, run }) => purgeRun(deps, content_id, run),
});

/** Has the files of a run removed that viewers no longer see. */
export async function queuePurge(
  sql: Sql,
  { id, run }: { id: string; run: string },
  delay: { afterS?: number } = {},
): Promise<void> {
  const payload = purgeRunJob.payload.parse({ content_id: id, run });
  await enqueue(sql, purgeRunJob, payload, { key: `purge-run:${id}:${run}`, ...delay });
}

/** Removes the files of a run that was replaced. */
async function purgeRun(deps: Pick<Deps, "sql" | "storage">, contentId: string, run: string): Promise<void> {
  if ((await selectRuns(deps.sql, contentId)).includes(run)) return;
  await deps.storage.removePrefix(`${runFolder(contentId, run)}/`);
}
