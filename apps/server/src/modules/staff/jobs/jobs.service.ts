import { JOB_MESSAGES, JOBS_MAX, type JobState, type staffJobRoutes } from "@app/contract/console";
import type { z } from "zod";
import { recordAudit } from "#platform/audit.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { countJobs, type JobRow, lockJob, runNow, selectJobs } from "./jobs.sql.ts";

/** Of an id on the page, which is a number in the queue. */
const ID_PREFIX = "job-";

type Data = z.input<typeof staffJobRoutes.list.data>;

export async function listJobs(
  deps: Pick<Deps, "sql" | "secrets">,
  { state, ...query }: z.output<typeof staffJobRoutes.list.query>,
): Promise<Data> {
  const counts = await countJobs(deps.sql);
  const { rows, pagination } = await readPage(deps, {
    name: `staff-jobs ${state}`,
    maxRows: JOBS_MAX,
    query,
    read: (range) => selectJobs(deps.sql, state, range),
    count: async () => counts[state],
  });
  return { jobs: rows.map((row) => toJob(row, state)), counts, pagination };
}

/** @throws AppError `not_found` if it is done or gone; `conflict` while it runs */
export async function retryJob(deps: Pick<Deps, "sql">, staff: Member, id: string): Promise<void> {
  const row = id.slice(ID_PREFIX.length);
  await inTransaction(deps.sql, async (tx) => {
    const job = await lockJob(tx, row);
    if (!job) throw notFound();
    if (job.is_running) throw new AppError("conflict", JOB_MESSAGES.running);
    await runNow(tx, row);
    await recordAudit(tx, {
      staff,
      action: "job.retried",
      subject: { kind: "job", id: `${job.name} ${row}` },
      before: { attempts: job.attempts },
      after: { attempts: 0 },
    });
  });
}

function toJob(row: JobRow, state: JobState): Data["jobs"][number] {
  const { name, attempts, max_attempts, error } = row;
  return {
    id: ID_PREFIX + row.id,
    name,
    state,
    attempts,
    max_attempts,
    error,
    created_at: row.created_at.toISOString(),
    run_at: row.run_at.toISOString(),
  };
}
