import type { Job as QueuedJob, TaskList } from "graphile-worker";
import type { Deps } from "../deps.ts";
import type { JobOutcome } from "../metrics.ts";
import type { Job } from "./jobs.ts";
import { type HeldLease, LeaseLostError, type Leases } from "./leases.ts";
import { requeue, type UnfinishedRun } from "./unlock.ts";

/** When to retry a payload that this release cannot read. */
const UNREADABLE_RETRY_S = 60;

/** Wraps the jobs for graphile-worker: runs each under a lease, and handles failures. */
export function toTaskList(
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
