import type { Pool } from "pg";
import type { Deps } from "../deps.ts";
import type { Job } from "./jobs.ts";

type ExhaustedRow = { id: string; name: string; payload: unknown };

/**
 * Fails jobs whose worker crashed too often, because the job may be what crashes it. A job whose `onExhausted` throws does
 * not block others; the next start or crash retries it.
 */
export async function failExhaustedJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  for (const dead of await selectExhaustedJobs(deps.pool)) {
    try {
      await failExhaustedJob(deps, dead, byName.get(dead.name));
    } catch (error) {
      deps.log.error({ job: dead.name, err: error }, "exhausted job could not be failed");
    }
  }
}

async function failExhaustedJob(deps: Deps, dead: ExhaustedRow, job: Job | undefined): Promise<void> {
  // A worker of another release handles it.
  if (!job) return;
  await job.onExhausted?.(deps, job.payload.parse(dead.payload));
  await deps.pool.query("update graphile_worker._private_jobs set last_error = $2 where id = $1", [
    dead.id,
    "its worker ended",
  ]);
  // A manual retry starts with a fresh count.
  await deps.pool.query("delete from job_crashes where job_id = $1", [dead.id]);
  deps.log.error({ job: dead.name }, "job failed for good: its worker crashed each time");
}

async function selectExhaustedJobs(pool: Pool): Promise<ExhaustedRow[]> {
  const { rows } = await pool.query<ExhaustedRow>(
    `select j.id, t.identifier as name, j.payload
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null and j.last_error is null
     order by j.id limit 1000`,
  );
  return rows;
}
