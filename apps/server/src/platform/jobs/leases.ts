import { setTimeout as sleep } from "node:timers/promises";
import { sql as raw } from "kysely";
import type { Pool } from "pg";
import type { Log } from "../log.ts";
import type { Lease } from "./jobs.ts";
import { LEASE_S, releaseExpired } from "./unlock.ts";

const RENEW_EVERY_MS = 10_000;
const LOOK_FOR_UNKNOWN_EVERY_MS = 60_000;

/** The worker no longer has the job that it runs: what it goes on to do must not count. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  override readonly message = "another worker may have this job by now";
}

/** A job as graphile-worker hands it over: `locked_by` names the worker that has it. */
type LockedJob = { id: string; locked_by: string | null };

export type HeldLease = Lease & {
  /** Aborted as soon as the database says that the job is somebody else's. */
  lost: AbortSignal;
  /** Before an end that must count: renews what has not been renewed for long. @throws LeaseLostError */
  confirm(): Promise<void>;
  release(): void;
};

export type Leases = {
  /** Before a worker takes its first job: from then on a lock that it does not renew is taken away from it. */
  register(workerId: string): Promise<void>;
  take(job: LockedJob): HeldLease;
  /** Renews the locks of what this process runs. */
  renew(): Promise<void>;
  /** The ids of what this process runs. */
  running(): string[];
};

/** The jobs that this process runs. graphile-worker gives a lock away after four hours, unless it was renewed. */
export function openLeases(pool: Pool): Leases {
  const workers = new Set<string>();
  const held = new Map<string, { renewedMs: number; lost: AbortController }>();

  async function renew(): Promise<void> {
    const atMs = Date.now();
    const asked = [...held];
    const renewed = await renewLocks(pool, [...workers], [...held.keys()]);
    for (const [id, lease] of asked) {
      if (renewed.has(id)) lease.renewedMs = atMs;
      else lease.lost.abort(new LeaseLostError());
    }
  }

  return {
    renew,
    running: () => [...held.keys()],
    async register(workerId) {
      workers.add(workerId);
      await pool.query("insert into workers (id) values ($1) on conflict do nothing", [workerId]);
    },
    take(job) {
      const id = String(job.id);
      const lease = { renewedMs: Date.now(), lost: new AbortController() };
      held.set(id, lease);
      return {
        lost: lease.lost.signal,
        async require(tx) {
          const { rows } = await raw`
            select from graphile_worker._private_jobs
            where id = ${id}::bigint and locked_by = ${job.locked_by} for share`.execute(tx);
          if (rows.length === 0) throw new LeaseLostError();
        },
        async confirm() {
          if (Date.now() - lease.renewedMs > (LEASE_S * 1000) / 2) await renew();
          lease.lost.signal.throwIfAborted();
        },
        release: () => void held.delete(id),
      };
    },
  };
}

/** @returns the ids of the jobs that are still these workers' */
async function renewLocks(pool: Pool, workers: readonly string[], jobs: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `with seen as (
       insert into workers (id) select unnest($1::text[]) on conflict (id) do update set seen_at = now()
     ), renewed as (
       update graphile_worker._private_jobs set locked_at = now()
       where id = any($2::bigint[]) and locked_by = any($1) returning id, job_queue_id
     ), queues as (
       update graphile_worker._private_job_queues set locked_at = now()
       where id in (select job_queue_id from renewed) and locked_by = any($1)
     )
     select id::text from renewed`,
    [workers, jobs],
  );
  return new Set(rows.map((row) => row.id));
}

type Kept = {
  /** The jobs that this release knows. */
  names: readonly string[];
  /** Called after jobs were handed back: some of them may have crashed too often. */
  onReleased(): Promise<void>;
};

/**
 * Renews until it is stopped, and each time hands back what ended workers still hold.
 * @returns stops it
 */
export function keepLeases(
  deps: { pool: Pool; log: Log },
  leases: Leases,
  { names, onReleased }: Kept,
  everyMs = RENEW_EVERY_MS,
): () => Promise<void> {
  const stopping = new AbortController();
  const logged = new Set(names);
  let nextLookMs = 0;

  async function beat(): Promise<void> {
    await leases.renew();
    const released = await releaseExpired(deps.pool, leases.running());
    if (released > 0) {
      deps.log.warn({ jobs: released }, "the jobs of a worker that ended are handed back");
      await onReleased();
    }
    if (Date.now() < nextLookMs) return;
    nextLookMs = Date.now() + LOOK_FOR_UNKNOWN_EVERY_MS;
    await logUnknownJobs(deps, logged);
  }

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      await beat().catch((error: unknown) => deps.log.warn({ err: error }, "the locks of jobs are not renewed"));
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const keeping = keep();
  return () => {
    stopping.abort();
    return keeping;
  };
}

/** Jobs of another release wait for a worker that knows them. Said once, for they may wait for ever. */
async function logUnknownJobs({ pool, log }: { pool: Pool; log: Log }, logged: Set<string>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select identifier as name from graphile_worker._private_tasks t
     where identifier <> all($1) and exists (select from graphile_worker._private_jobs where task_id = t.id)`,
    [[...logged]],
  );
  for (const { name } of rows) {
    logged.add(name);
    log.warn({ job: name }, "a job is queued that this release does not know; it is left for a worker that does");
  }
}
