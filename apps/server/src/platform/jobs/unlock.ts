import type { Pool } from "pg";

/** A lock that was not renewed for this long is nobody's: its worker has ended, or never learned that it has the job. */
export const LEASE_S = 60;
/** The row of a worker that is not seen any more goes after this time. */
const WORKERS_KEPT_HOURS = 24;

/** A job that died with its worker this often is given up: it may be what kills them. */
export const CRASHES_MAX = 10;
/** The first crashes delay nothing. Later ones do, so that a job that kills its worker leaves others time to finish. */
const CRASHES_FREE = 3;
const DELAY_FIRST_S = 30;
const DELAY_LAST_S = 600;

/** A run that ended without success or failure, and the worker that had it. */
export type UnfinishedRun = { id: string; holder: string };

/**
 * Gives back jobs that have not failed: the attempt does not count. graphile-worker, which may not have come to them
 * yet, finds afterwards that they are nobody's.
 */
export async function handBack(
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
 * Hands back what workers hold that renew their locks and have not done so in time.
 * @param running jobs that run in this process, whatever the row says: a second run would begin beside them
 * @returns how many jobs
 */
export async function releaseExpired(pool: Pool, running: readonly string[]): Promise<number> {
  const released = await releaseLocks(pool, IS_EXPIRED, running);
  await pool.query("delete from workers where seen_at < now() - make_interval(hours => $1)", [WORKERS_KEPT_HOURS]);
  await pool.query(
    "delete from job_crashes where not exists (select from graphile_worker._private_jobs where id = job_id)",
  );
  return released;
}

/**
 * Hands back everything that is held. Only for whoever knows that no worker lives: `npm start` on one machine, when its
 * only worker has ended.
 */
export async function releaseOrphanedJobs(pool: Pool): Promise<void> {
  await releaseLocks(pool, "true");
  await pool.query(
    "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
  );
}

const IS_EXPIRED = `locked_by in (select id from workers) and locked_at < now() - make_interval(secs => ${LEASE_S})`;

/**
 * A crash is not a failure of the job, so its attempt does not count. A job that crashed too often gets no attempt more
 * and no error: that is how `giveUpDeadJobs` finds it.
 */
async function releaseLocks(pool: Pool, which: string, running: readonly string[] = []): Promise<number> {
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
    [CRASHES_MAX, CRASHES_FREE, DELAY_FIRST_S, DELAY_LAST_S, running],
  );
  return rowCount ?? 0;
}
