import { sql as raw } from "kysely";
import type { z } from "zod";
import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Lane } from "./lanes.ts";

/** A worker's claim on the job it runs; see `leases.ts`. */
export type Lease = {
  /**
   * Locks the job's row until `tx` ends, so that no other worker can take the job.
   * @throws LeaseLostError another worker may be running it
   */
  require(tx: Sql): Promise<void>;
};

/** Work for the worker process. Must be safe to run twice, and must stop on `signal`. */
export type Job<Payload = unknown> = {
  name: string;
  lane: Lane;
  payload: z.ZodType<Payload>;
  attempts: number;
  timeoutMs: number;
  /** The crontab line (UTC) of a scheduled job, which gets an empty payload. */
  cron: string | null;
  run(deps: Deps, payload: Payload, signal: AbortSignal, lease: Lease): Promise<void>;
  /** Called after the last attempt failed. */
  onExhausted?(deps: Deps, payload: Payload): Promise<void>;
};

export function defineJob<Payload>(job: Omit<Job<Payload>, "cron"> & { cron?: string }): Job<Payload> {
  return { ...job, cron: job.cron ?? null };
}

/**
 * Queues a job in the caller's transaction: it exists only if the transaction commits.
 * @param options.key a queued job with the same key is replaced
 * @param options.queue jobs of one queue run one after another
 * @param options.afterS delay in seconds; with a key, counted from the first queued job
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
