import type { Pool } from "pg";
import type { Deps } from "../deps.ts";
import type { Job } from "./jobs.ts";

type DeadRow = { id: string; name: string; payload: unknown };

/**
 * Gives up the jobs that died with their worker too often: one that kills its worker must not be started for ever, and
 * its owner must not wait for ever. One that cannot even be given up keeps no other from its work; the next start, or
 * the next crash, tries again.
 */
export async function giveUpDeadJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  for (const dead of await selectDeadJobs(deps.pool)) {
    try {
      await giveUpDeadJob(deps, dead, byName.get(dead.name));
    } catch (error) {
      deps.log.error({ job: dead.name, err: error }, "a dead job could not be given up");
    }
  }
}

async function giveUpDeadJob(deps: Deps, dead: DeadRow, job: Job | undefined): Promise<void> {
  // A worker of another release knows what to do about it.
  if (!job) return;
  await job.giveUp?.(deps, job.payload.parse(dead.payload));
  await deps.pool.query("update graphile_worker._private_jobs set last_error = $2 where id = $1", [
    dead.id,
    "its worker ended",
  ]);
  // Whoever lets it run again begins to count anew.
  await deps.pool.query("delete from job_crashes where job_id = $1", [dead.id]);
  deps.log.error({ job: dead.name }, "job given up: its worker ended each time");
}

async function selectDeadJobs(pool: Pool): Promise<DeadRow[]> {
  const { rows } = await pool.query<DeadRow>(
    `select j.id, t.identifier as name, j.payload
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null and j.last_error is null
     order by j.id limit 1000`,
  );
  return rows;
}
