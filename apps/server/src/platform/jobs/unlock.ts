import type { Pool } from "pg";
import type { Deps } from "../deps.ts";
import type { Job } from "./jobs.ts";

/** A lock that is not renewed for this long has expired: its worker is dead or stalled, or never received the job. */
export const LEASE_S = 60;
/** When the row of a worker that stopped renewing is deleted. */
const WORKER_ROW_HOURS = 24;

/** A job whose worker crashed this often fails: it may be the cause. */
export const CRASHES_MAX = 10;
/** Later crashes delay the job, so that one that crashes its worker leaves others time to finish. */
const CRASHES_WITHOUT_DELAY = 3;
const DELAY_FIRST_S = 30;
const DELAY_LAST_S = 600;

/** A run that neither succeeded nor failed, and its worker. */
export type UnfinishedRun = { id: string; holder: string };

/**
 * Queues unfinished jobs again without counting the attempt. graphile-worker may release them later, and then finds them
 * unlocked.
 */
export async function requeue(
  pool: Pool,
  runs: readonly UnfinishedRun[],
  { reason = null, afterS = 0 }: { reason?: string | null; afterS?: number } = {},
): Promise<void> {
  await pool.query(
    `with freed as (
       update graphile_worker._private_jobs j
       set attempts = greatest(attempts - 1, 0), run_at = now() + make_interval(secs => $4), last_error = $3,
         locked_at = null, locked_by = null
       from unnest($1::bigint[], $2::text[]) run (id, holder)
       where j.id = run.id and (j.locked_by is null or j.locked_by = run.holder)
       returning j.job_queue_id, run.holder
     )
     update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
     from freed where q.id = freed.job_queue_id and (q.locked_by is null or q.locked_by = freed.holder)`,
    [runs.map((run) => run.id), runs.map((run) => run.holder), reason, afterS],
  );
}

/**
 * Unlocks the jobs whose worker has not renewed its lock in time.
 * @param running jobs that run in this process, which must not start twice whatever their row says
 * @returns how many jobs
 */
export async function unlockExpired(pool: Pool, running: readonly string[]): Promise<number> {
  const released = await unlockJobs(pool, IS_EXPIRED, running);
  await pool.query("delete from workers where seen_at < now() - make_interval(hours => $1)", [WORKER_ROW_HOURS]);
  await pool.query(
    "delete from job_crashes where not exists (select from graphile_worker._private_jobs where id = job_id)",
  );
  return released;
}

/**
 * Unlocks all jobs. Only call it when no worker runs: `npm start` on one machine, after its only worker ended.
 */
export async function unlockAllJobs(pool: Pool): Promise<void> {
  await unlockJobs(pool, "true");
  await pool.query(
    "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
  );
}

const IS_EXPIRED = `locked_by in (select id from workers) and locked_at < now() - make_interval(secs => ${LEASE_S})`;

/**
 * A crash does not count as an attempt. A job that crashed too often gets no further attempt and no error, which is how
 * `failExhaustedJobs` finds it.
 */
async function unlockJobs(pool: Pool, which: string, running: readonly string[] = []): Promise<number> {
  const { rowCount } = await pool.query(
    `with lost as (
       select id, job_queue_id, locked_by from graphile_worker._private_jobs
       where locked_at is not null and id <> all($5::bigint[]) and ${which} for update skip locked
     ), counted as (
       insert into job_crashes as c (job_id, crashes) select id, 1 from lost
       on conflict (job_id) do update set crashes = c.crashes + 1, crashed_at = now()
       returning job_id, crashes >= $1::int as is_dead, case when crashes <= $2::int then 0
         else least($4::float, $3::float * 2 ^ (crashes - $2 - 1)) * (0.5 + random()) end as delay_s
     ), queues as (
       update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
       from lost where q.id = lost.job_queue_id and q.locked_by = lost.locked_by
     )
     update graphile_worker._private_jobs j set locked_at = null, locked_by = null,
       attempts = case when c.is_dead then j.max_attempts else greatest(j.attempts - 1, 0) end,
       last_error = case when c.is_dead then null else j.last_error end,
       run_at = now() + make_interval(secs => c.delay_s)
     from counted c where j.id = c.job_id`,
    [CRASHES_MAX, CRASHES_WITHOUT_DELAY, DELAY_FIRST_S, DELAY_LAST_S, running],
  );
  return rowCount ?? 0;
}

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
