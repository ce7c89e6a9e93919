import { sql as raw } from "kysely";
import type { z } from "zod";
import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Lane } from "./lanes.ts";

/** What a worker has of a job while it runs it; see `leases.ts`. */
export type Lease = {
  /**
   * Locks the job's row until the end of `tx`, so that nobody takes the job away before it.
   * @throws LeaseLostError another worker may run it by now
   */
  require(tx: Sql): Promise<void>;
};

/** A piece of work for the worker process. Safe to run twice; stopped by `signal`. */
export type Job<Payload = unknown> = {
  name: string;
  lane: Lane;
  payload: z.ZodType<Payload>;
  attempts: number;
  timeoutMs: number;
  /** crontab line (UTC) for a job that runs by itself, with an empty payload. */
  cron: string | null;
  run(deps: Deps, payload: Payload, signal: AbortSignal, lease: Lease): Promise<void>;
  /** Called after the last attempt has failed. */
  giveUp?(deps: Deps, payload: Payload): Promise<void>;
};

export function defineJob<Payload>(job: Omit<Job<Payload>, "cron"> & { cron?: string }): Job<Payload> {
  return { ...job, cron: job.cron ?? null };
}

/**
 * Queues a job in the caller's transaction: it exists if and only if the rest of the transaction does.
 * @param options.key of several queued jobs with one key only the last is kept
 * @param options.queue jobs of one queue run one after the other
 * @param options.afterS not before so many seconds; with a key, counted from the first that was queued
 */
export async function enqueue<Payload>(
  sql: Sql,
  job: Job<Payload>,
  payload: Payload,
  options: { key?: string; queue?: string; priority?: number; afterS?: number } = {},
): Promise<void> {
  await raw`
    select graphile_worker.add_job(
      ${job.name}::text,
      payload := ${JSON.stringify(job.payload.parse(payload))}::json,
      queue_name := ${options.queue ?? null}::text,
      max_attempts := ${job.attempts}::int,
      run_at := now() + make_interval(secs => ${options.afterS ?? 0}::int),
      job_key := ${options.key ?? null}::text,
      job_key_mode := ${options.afterS === undefined ? "replace" : "preserve_run_at"}::text,
      priority := ${options.priority ?? 0}::int
    )`.execute(sql);
}
