import type { Job as QueuedJob, TaskList } from "graphile-worker";
import type { Deps } from "../deps.ts";
import type { JobOutcome } from "../metrics.ts";
import type { Job } from "./jobs.ts";
import { type HeldLease, LeaseLostError, type Leases } from "./leases.ts";
import { handBack, type UnfinishedRun } from "./unlock.ts";

/** A payload that this release cannot read is looked at again after this long. */
const PUT_ASIDE_S = 60;

/** What graphile-worker calls for each job: the run of it under a lease, and what follows when it fails. */
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
      // Cron jobs bring a payload of their own; the schema of a job without fields drops it.
      const parsed = job.payload.safeParse(payload);
      if (!parsed.success) return putAside(deps, queued, parsed.error);
      const lease = leases.take(queued);
      try {
        await runJob(deps, job, parsed.data, { stopping, lease });
      } catch (error) {
        if (stopping?.aborted) onStopped(toRun(queued));
        else if (!lease.lost.aborted && queued.attempts >= queued.max_attempts) {
          await lease.confirm();
          await job.giveUp?.(deps, parsed.data);
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
    // graphile-worker deletes a job that has ended, whoever runs it by then.
    await lease.confirm();
  } catch (error) {
    const isOthers = lease.lost.aborted || error instanceof LeaseLostError;
    count(stopping?.aborted || isOthers ? "stopped" : "failed");
    throw error;
  }
  count("done");
  deps.log.info({ job: job.name, ms: Date.now() - startedMs }, "job done");
}

/**
 * A payload of another release is no failure of the job: during a deploy, a worker of that release takes it.
 * @throws Error so that graphile-worker does not take the job for done
 */
async function putAside(deps: Deps, queued: QueuedJob, cause: Error): Promise<never> {
  const reason = "the payload is of another release";
  await handBack(deps.pool, [toRun(queued)], { reason, afterS: PUT_ASIDE_S });
  deps.log.warn({ job: queued.task_identifier }, "this release cannot read the payload of a job, and leaves it");
  throw new Error(reason, { cause });
}

function toRun({ id, locked_by }: QueuedJob): UnfinishedRun {
  return { id, holder: locked_by ?? "" };
}
