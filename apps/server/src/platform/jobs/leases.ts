import { setTimeout as sleep } from "node:timers/promises";
import { sql as raw } from "kysely";
import type { Pool } from "pg";
import type { Log } from "../log.ts";
import type { Lease } from "./jobs.ts";
import { LEASE_S, unlockExpired } from "./unlock.ts";

const RENEW_EVERY_MS = 10_000;
const LOOK_FOR_UNKNOWN_EVERY_MS = 60_000;

/** The worker lost the job that it runs, so its further writes must not count. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  override readonly message = "another worker may be running this job";
}

/** A job of graphile-worker; `locked_by` names its worker. */
type LockedJob = { id: string; locked_by: string | null };

export type HeldLease = Lease & {
  /** Aborted when another worker has the job. */
  lost: AbortSignal;
  /** Call before reporting an outcome: renews an old lease. @throws LeaseLostError */
  confirm(): Promise<void>;
  release(): void;
};

export type Leases = {
  /** Call before a worker takes its first job. From then on, locks that it does not renew expire. */
  register(workerId: string): Promise<void>;
  acquire(job: LockedJob): HeldLease;
  /** Renews the locks of this process's jobs. */
  renew(): Promise<void>;
  /** The ids of this process's jobs. */
  running(): string[];
};

/**
 * Tracks this process's jobs. graphile-worker considers a lock expired after four hours, unless it is renewed.
 * @param speechLanguages in which this process recognizes speech
 */
export function createLeases(pool: Pool, speechLanguages: readonly string[] = []): Leases {
  const workers = new Set<string>();
  const held = new Map<string, { renewedMs: number; lost: AbortController }>();

  async function renew(): Promise<void> {
    const atMs = Date.now();
    const leases = [...held];
    const renewed = await renewLocks(pool, { workers: [...workers], jobs: [...held.keys()], speechLanguages });
    for (const [id, lease] of leases) {
      if (renewed.has(id)) lease.renewedMs = atMs;
      else lease.lost.abort(new LeaseLostError());
    }
  }

  return {
    renew,
    running: () => [...held.keys()],
    async register(workerId) {
      workers.add(workerId);
      await pool.query("insert into workers (id, speech_languages) values ($1, $2) on conflict do nothing", [
        workerId,
        speechLanguages,
      ]);
    },
    acquire(job) {
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

type Renewal = { workers: readonly string[]; jobs: readonly string[]; speechLanguages: readonly string[] };

/** @returns the ids of the jobs that these workers still have */
async function renewLocks(pool: Pool, { workers, jobs, speechLanguages }: Renewal): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `with seen as (
       insert into workers (id, speech_languages) select unnest($1::text[]), $3::text[]
       on conflict (id) do update set seen_at = now()
     ), renewed as (
       update graphile_worker._private_jobs set locked_at = now()
       where id = any($2::bigint[]) and locked_by = any($1) returning id, job_queue_id
     ), queues as (
       update graphile_worker._private_job_queues set locked_at = now()
       where id in (select job_queue_id from renewed) and locked_by = any($1)
     )
     select id::text from renewed`,
    [workers, jobs, speechLanguages],
  );
  return new Set(rows.map((row) => row.id));
}

type RenewOptions = {
  /** The job names of this release. */
  names: readonly string[];
  /** Called after jobs were unlocked: some may have crashed too often. */
  onUnlocked(): Promise<void>;
};

/**
 * Starts the heartbeat: every ten seconds it renews this process's leases, and unlocks the jobs of dead workers.
 * @returns a function that stops it
 */
export function startHeartbeat(
  deps: { pool: Pool; log: Log },
  leases: Leases,
  { names, onUnlocked }: RenewOptions,
  everyMs = RENEW_EVERY_MS,
): () => Promise<void> {
  const stopping = new AbortController();
  const logged = new Set(names);
  let nextLookMs = 0;

  async function renewOnce(): Promise<void> {
    await leases.renew();
    const unlocked = await unlockExpired(deps.pool, leases.running());
    if (unlocked > 0) {
      deps.log.warn({ jobs: unlocked }, "a worker ended, its jobs are queued again");
      await onUnlocked();
    }
    if (Date.now() < nextLookMs) return;
    nextLookMs = Date.now() + LOOK_FOR_UNKNOWN_EVERY_MS;
    await logUnknownJobs(deps, logged);
  }

  async function renewUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await renewOnce().catch((error: unknown) => deps.log.warn({ err: error }, "job locks could not be renewed"));
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const renewing = renewUntilStopped();
  return () => {
    stopping.abort();
    return renewing;
  };
}

/** Jobs of another release wait for one of its workers. Logged once per name, because they may wait for long. */
async function logUnknownJobs({ pool, log }: { pool: Pool; log: Log }, logged: Set<string>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select identifier as name from graphile_worker._private_tasks t
     where identifier <> all($1) and exists (select from graphile_worker._private_jobs where task_id = t.id)`,
    [[...logged]],
  );
  for (const { name } of rows) {
    logged.add(name);
    log.warn({ job: name }, "unknown job queued, left for a worker of another release");
  }
}
