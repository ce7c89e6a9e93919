import { Logger, type Runner, run, runMigrations, runOnce } from "graphile-worker";
import type { Pool } from "pg";
import { openPool } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Log } from "../log.ts";
import { giveUpDeadJobs } from "./give-up.ts";
import type { Job } from "./jobs.ts";
import { LANE_NAMES, LANES, type Lane } from "./lanes.ts";
import { keepLeases, type Leases, openLeases } from "./leases.ts";
import { toTaskList } from "./task-list.ts";
import { handBack, type UnfinishedRun } from "./unlock.ts";

/** Two jobs have one name. */
export class JobRegistryError extends Error {
  override readonly name = "JobRegistryError";
}

/** Each lane listens on a connection of its own; the others take jobs, end them and renew their locks. */
const QUEUE_CONNECTIONS = LANE_NAMES.length + 4;

/** Brings graphile-worker's own schema up to date. */
export async function migrateJobs(pool: Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: toWorkerLogger(log) });
}

type WorkerOptions = {
  /** Called when a lane has ended by itself: nobody works on its jobs here any more. */
  onEnded?: () => void;
  renewEveryMs?: number;
};

/**
 * Starts to work on jobs, in every lane at once. A job that is not in `jobs` is left to a worker of the release that
 * knows it.
 * @returns stops it: what runs is given five seconds to end, the rest is handed back as if untouched
 * @throws JobRegistryError two jobs of one name
 */
export async function startWorker(
  deps: Deps,
  jobs: readonly Job[],
  options: WorkerOptions = {},
): Promise<() => Promise<void>> {
  const names = jobs.map((job) => job.name);
  if (new Set(names).size !== names.length) throw new JobRegistryError("Two jobs have the same name.");
  await giveUpDeadJobs(deps, jobs);
  // Of its own: jobs that use every connection of the product must not keep it from renewing their locks.
  const queue = openPool(String(deps.pool.options.connectionString), {
    connections: QUEUE_CONNECTIONS,
    name: "fieldhouse queue",
  });
  const leases = openLeases(queue);
  const stopped: UnfinishedRun[] = [];
  const used = LANE_NAMES.filter((lane) => jobs.some((job) => job.lane === lane));
  const runners = await Promise.all(
    used.map((lane) => startLane(deps, lane, jobs, { queue, leases, onStopped: (job) => stopped.push(job) })),
  );
  const onReleased = () => giveUpDeadJobs(deps, jobs);
  const stopRenewing = keepLeases({ pool: queue, log: deps.log }, leases, { names, onReleased }, options.renewEveryMs);
  let isStopping = false;
  for (const runner of runners)
    void runner.promise
      .catch((error: unknown) => deps.log.error({ err: error }, "a lane of the worker ended"))
      .finally(() => isStopping || options.onEnded?.());

  return async () => {
    isStopping = true;
    // One that has ended by itself cannot be stopped; the others are.
    await Promise.allSettled(runners.map((runner) => runner.stop()));
    await stopRenewing();
    await handBack(deps.pool, stopped);
    await queue.end();
  };
}

type LaneDeps = { queue: Pool; leases: Leases; onStopped(job: UnfinishedRun): void };

function startLane(
  deps: Deps,
  lane: Lane,
  jobs: readonly Job[],
  { queue, leases, onStopped }: LaneDeps,
): Promise<Runner> {
  const own = jobs.filter((job) => job.lane === lane);
  return run({
    pgPool: queue,
    concurrency: LANES[lane].concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
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

/** A run that is due while the last one still waits takes its place: an hour without a worker queues it once. */
function toCrontabLine(job: Job): string[] {
  if (job.cron === null) return [];
  const options = new URLSearchParams({ max: String(job.attempts), jobKey: job.name });
  return [`${job.cron} ${job.name} ?${options}`];
}

/** Works on what is queued and due until nothing is left; a test's worker. */
export async function runJobsOnce(deps: Deps, jobs: readonly Job[]): Promise<void> {
  const taskList = toTaskList(deps, jobs, openLeases(deps.pool), () => undefined);
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
