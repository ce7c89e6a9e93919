import { Logger, run, runMigrations, runOnce, type TaskList } from "graphile-worker";
import type { Pool } from "pg";
import type { Deps } from "../deps.ts";
import type { Log } from "../log.ts";
import type { JobOutcome } from "../metrics.ts";
import { giveUpDeadJobs } from "./give-up.ts";
import type { Job } from "./jobs.ts";

/** A job that is queued, or listed twice, and that nobody can run. */
export class JobRegistryError extends Error {
  override readonly name = "JobRegistryError";
}

/** Brings graphile-worker's own schema up to date. */
export async function migrateJobs(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: toWorkerLogger(log) });
}

/**
 * Starts to work on jobs.
 * @returns stops it: what runs is given five seconds to end, the rest is handed back as if untouched
 * @throws JobRegistryError two jobs of one name, or a queued job that has no handler here
 */
export async function startWorker(
  deps: Deps,
  jobs: readonly Job[],
  options: { concurrency: number },
): Promise<() => Promise<void>> {
  await refuseUnknownJobs(deps.pool, jobs);
  await giveUpDeadJobs(deps, jobs);
  const handedBack: string[] = [];
  const taskList = toTaskList(deps, jobs, (id) => handedBack.push(id));
  const runner = await run({
    pgPool: deps.pool,
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: toWorkerLogger(deps.log),
    taskList,
    crontab: jobs.flatMap((job) => (job.cron === null ? [] : [`${job.cron} ${job.name}`])).join("\n"),
  });
  return async () => {
    await runner.stop();
    await handBack(deps.pool, handedBack);
  };
}

/** Works on what is queued and due until nothing is left; a test's worker. */
export async function runJobsOnce(deps: Deps, jobs: readonly Job[]): Promise<void> {
  const taskList = toTaskList(deps, jobs, () => undefined);
  await runOnce({ pgPool: deps.pool, noHandleSignals: true, logger: toWorkerLogger(deps.log), taskList });
}

function toTaskList(deps: Deps, jobs: readonly Job[], onStopped: (id: string) => void): TaskList {
  const taskList: TaskList = {};
  for (const job of jobs) {
    taskList[job.name] = async (payload, helpers) => {
      try {
        await runJob(deps, job, payload, helpers.abortSignal);
      } catch (error) {
        if (helpers.abortSignal?.aborted) onStopped(helpers.job.id);
        else if (helpers.job.attempts >= helpers.job.max_attempts) await job.giveUp?.(deps, job.payload.parse(payload));
        throw error;
      }
    };
  }
  return taskList;
}

/**
 * A job that we stopped ourselves has not failed: the try does not count. Its lock is taken off here, for
 * graphile-worker may not have come to it yet, and finds afterwards that the job is nobody's.
 */
async function handBack(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query(
    `with freed as (
       update graphile_worker._private_jobs
       set attempts = greatest(attempts - 1, 0), run_at = now(), last_error = null, locked_at = null, locked_by = null
       where id = any($1::bigint[]) returning job_queue_id
     )
     update graphile_worker._private_job_queues set locked_at = null, locked_by = null
     where id in (select job_queue_id from freed)`,
    [ids],
  );
}

/**
 * Hands jobs back that a killed worker still held; the try counts, since the job may be what killed it. Only for a worker that knows it is alone
 * (`npm start` on one machine); with several, graphile-worker does it after four hours.
 */
export async function releaseOrphanedJobs(pool: Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs
     set locked_at = null, locked_by = null, last_error = null, run_at = now() where locked_at is not null`,
  );
  await pool.query(
    "update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null",
  );
}

async function refuseUnknownJobs(pool: Pool, jobs: readonly Job[]): Promise<void> {
  const known = new Set(jobs.map((job) => job.name));
  if (known.size !== jobs.length) throw new JobRegistryError("Two jobs have the same name.");
  const { rows } = await pool.query<{ task_identifier: string }>(
    "select distinct task_identifier from graphile_worker.jobs",
  );
  const unknown = rows.map((row) => row.task_identifier).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new JobRegistryError(`No handler for the queued jobs ${unknown.join(", ")}.`);
}

async function runJob(deps: Deps, job: Job, payload: unknown, stopping: AbortSignal | undefined): Promise<void> {
  const startedMs = Date.now();
  const timeout = AbortSignal.timeout(job.timeoutMs);
  const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout;
  const count = (outcome: JobOutcome) =>
    deps.metrics.countJob({ name: job.name, outcome, seconds: (Date.now() - startedMs) / 1000 });
  try {
    // Cron jobs bring a payload of their own; the schema of a job without fields drops it.
    await job.run(deps, job.payload.parse(payload), signal);
  } catch (error) {
    count(stopping?.aborted ? "stopped" : "failed");
    throw error;
  }
  count("done");
  deps.log.info({ job: job.name, ms: Date.now() - startedMs }, "job done");
}

function toWorkerLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const line = { worker: scope.workerId, job: scope.taskIdentifier, err: meta?.["error"] };
    if (level === "error") log.error(line, message);
    else if (level === "warning") log.warn(line, message);
    else log.debug(line, message);
  });
}
