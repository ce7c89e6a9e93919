import { CAPTION_LANGUAGES } from "@app/contract/captions";
import {
  Logger,
  type Job as QueuedJob,
  type Runner,
  run,
  runMigrations,
  runOnce,
  type TaskList,
} from "graphile-worker";
import type { Pool } from "pg";
import { createPool } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Log } from "../log.ts";
import type { JobOutcome } from "../metrics.ts";
import type { Job } from "./jobs.ts";
import { LANE_NAMES, LANES, type Lane, toSpeechFlag } from "./jobs.ts";
import { createLeases, type HeldLease, LeaseLostError, type Leases, startHeartbeat } from "./leases.ts";
import { failExhaustedJobs, requeue, type UnfinishedRun } from "./unlock.ts";

/** When to retry a payload that this release cannot read. */
const UNREADABLE_RETRY_S = 60;

/** Two jobs have the same name. */
export class JobRegistryError extends Error {
  override readonly name = "JobRegistryError";
}

/** Each lane listens on its own connection; the others take and finish jobs and renew locks. */
export const QUEUE_CONNECTIONS = LANE_NAMES.length + 4;

/** Migrates graphile-worker's schema. */
export async function migrateJobs(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: toWorkerLogger(log) });
}

type WorkerOptions = {
  /** Called when a lane ended by itself, so that its jobs no longer run here. */
  onEnded?: () => void;
  renewEveryMs?: number;
  /** In which this process recognizes speech: it takes such jobs only, and web processes offer these languages. */
  speechLanguages?: readonly string[];
};

/**
 * Starts working on jobs in every lane. Jobs that are not in `jobs` are left to a worker of another release.
 * @returns a function that stops it: running jobs get five seconds to finish, unfinished ones are queued again
 * @throws JobRegistryError two jobs have the same name
 */
export async function startWorker(
  deps: Deps,
  jobs: readonly Job[],
  options: WorkerOptions = {},
): Promise<() => Promise<void>> {
  const names = jobs.map((job) => job.name);
  if (new Set(names).size !== names.length) throw new JobRegistryError("Two jobs have the same name.");
  await failExhaustedJobs(deps, jobs);
  // A separate pool, so that jobs that use every connection cannot prevent the renewal of locks.
  const queue = createPool(String(deps.pool.options.connectionString), {
    connections: QUEUE_CONNECTIONS,
    name: "fieldhouse queue",
  });
  const { speechLanguages = [] } = options;
  const leases = createLeases(queue, speechLanguages);
  const forbiddenFlags = CAPTION_LANGUAGES.filter((one) => !speechLanguages.includes(one)).map(toSpeechFlag);
  const stopped: UnfinishedRun[] = [];
  const used = LANE_NAMES.filter((lane) => jobs.some((job) => job.lane === lane));
  const runners = await Promise.all(
    used.map((lane) =>
      startLane(deps, lane, jobs, { queue, leases, forbiddenFlags, onStopped: (job) => stopped.push(job) }),
    ),
  );
  const onUnlocked = () => failExhaustedJobs(deps, jobs);
  const stopRenewing = startHeartbeat(
    { pool: queue, log: deps.log },
    leases,
    { names, onUnlocked },
    options.renewEveryMs,
  );
  let isStopping = false;
  for (const runner of runners)
    void runner.promise
      .catch((error: unknown) => deps.log.error({ err: error }, "worker lane ended"))
      .finally(() => isStopping || options.onEnded?.());

  return async () => {
    isStopping = true;
    // A lane that ended by itself rejects; stop the others anyway.
    await Promise.allSettled(runners.map((runner) => runner.stop()));
    await stopRenewing();
    await requeue(deps.pool, stopped);
    await queue.end();
  };
}

type LaneDeps = { queue: Pool; leases: Leases; forbiddenFlags: string[]; onStopped(job: UnfinishedRun): void };

function startLane(
  deps: Deps,
  lane: Lane,
  jobs: readonly Job[],
  { queue, leases, forbiddenFlags, onStopped }: LaneDeps,
): Promise<Runner> {
  const own = jobs.filter((job) => job.lane === lane);
  return run({
    pgPool: queue,
    concurrency: LANES[lane].concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    ...(lane === "speech" && { forbiddenFlags }),
    logger: toWorkerLogger(deps.log),
    taskList: toTaskList(deps, own, leases, onStopped),
    crontab: own.flatMap(toCrontabLine).join("\n"),
    preset: {
      plugins: [
        {
          name: "leases",
          version: "1",
          worker: { hooks: { startWorker: (_, { worker }) => leases.register(worker.workerPool.id) } },
        },
      ],
    },
  });
}

/**
 * A due run replaces one that is still queued, so an hour without a worker queues it once. It would then wait behind all
 * that was queued meanwhile, so it goes before everything.
 */
function toCrontabLine(job: Job): string[] {
  if (job.cron === null) return [];
  const options = new URLSearchParams({ max: String(job.attempts), jobKey: job.name, priority: "-1" });
  return [`${job.cron} ${job.name} ?${options}`];
}

/** Runs all due jobs and returns; for tests. */
export async function runJobsOnce(deps: Deps, jobs: readonly Job[]): Promise<void> {
  const taskList = toTaskList(deps, jobs, createLeases(deps.pool), () => undefined);
  await runOnce({ pgPool: deps.pool, noHandleSignals: true, logger: toWorkerLogger(deps.log), taskList });
}

function toWorkerLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const line = { worker: scope.workerId, job: scope.taskIdentifier, err: meta?.["error"] };
    if (level === "error") log.error(line, message);
    else if (level === "warning") log.warn(line, message);
    else log.debug(line, message);
  });
}

/** Wraps the jobs for graphile-worker: runs each under a lease, and handles failures. */
function toTaskList(
  deps: Deps,
  jobs: readonly Job[],
  leases: Leases,
  onStopped: (run: UnfinishedRun) => void,
): TaskList {
  const taskList: TaskList = {};
  for (const job of jobs) {
    taskList[job.name] = async (payload, helpers) => {
      const queued = helpers.job;
      const stopping = helpers.abortSignal;
      // graphile-worker adds a payload to cron jobs; the job's empty schema drops it.
      const parsed = job.payload.safeParse(payload);
      if (!parsed.success) return requeueUnreadable(deps, queued, parsed.error);
      const lease = leases.acquire(queued);
      try {
        await runJob(deps, job, parsed.data, { stopping, lease });
      } catch (error) {
        if (stopping?.aborted) onStopped(toRun(queued));
        else if (!lease.lost.aborted && queued.attempts >= queued.max_attempts) {
          await lease.confirm();
          await job.onExhausted?.(deps, parsed.data);
        }
        throw error;
      } finally {
        lease.release();
      }
    };
  }
  return taskList;
}

async function runJob(
  deps: Deps,
  job: Job,
  payload: unknown,
  { stopping, lease }: { stopping: AbortSignal | undefined; lease: HeldLease },
): Promise<void> {
  const startedMs = Date.now();
  const signals = [AbortSignal.timeout(job.timeoutMs), lease.lost, ...(stopping ? [stopping] : [])];
  const count = (outcome: JobOutcome) =>
    deps.metrics.countJob({ name: job.name, outcome, seconds: (Date.now() - startedMs) / 1000 });
  try {
    await job.run(deps, payload, AbortSignal.any(signals), lease);
    // graphile-worker would delete a finished job even if another worker has it by now.
    await lease.confirm();
  } catch (error) {
    const isLost = lease.lost.aborted || error instanceof LeaseLostError;
    count(stopping?.aborted || isLost ? "stopped" : "failed");
    throw error;
  }
  count("done");
  deps.log.info({ job: job.name, ms: Date.now() - startedMs }, "job done");
}

/**
 * Requeues a payload of another release: during a deploy, a worker of that release runs it.
 * @throws Error so that graphile-worker does not count the job as done
 */
async function requeueUnreadable(deps: Deps, queued: QueuedJob, cause: Error): Promise<never> {
  const reason = "the payload is from another release";
  await requeue(deps.pool, [toRun(queued)], { reason, afterS: UNREADABLE_RETRY_S });
  deps.log.warn({ job: queued.task_identifier }, "unreadable job payload, left for another release");
  throw new Error(reason, { cause });
}

function toRun({ id, locked_by }: QueuedJob): UnfinishedRun {
  return { id, holder: locked_by ?? "" };
}
