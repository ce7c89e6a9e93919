import { type RawBuilder, sql as raw } from "kysely";
import type { z } from "zod";
import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";

/**
 * Each lane has its own concurrency in a worker, so that long work never delays short work.
 *
 * - `short`: takes seconds, and somebody waits for it: emails, payments, counts, lists.
 * - `inspect`: fetches and probes an uploaded file: short, but heavy enough to limit.
 * - `frames`: thumbnails of an upload, which wait for its first segments, the largest width of images that are shown
 *   already, and the silences of a video. They must not delay inspections.
 * - `media`: transcodes a video, for up to twelve hours. ffmpeg uses all cores, so more at once would slow all of them.
 * - `documents`: renders the pages of a PDF, in a minute at most, while films may take hours.
 * - `speech`: speech recognition, which may take longer than the video, and must not delay anybody's upload.
 * - `bulk`: maintenance of minutes or hours that nobody waits for: exports, erasures, purges, the demo world.
 */
export const LANES = {
  short: { concurrency: 4 },
  inspect: { concurrency: 2 },
  frames: { concurrency: 2 },
  media: { concurrency: 2 },
  documents: { concurrency: 1 },
  speech: { concurrency: 1 },
  bulk: { concurrency: 3 },
} as const;

export type Lane = keyof typeof LANES;

export const LANE_NAMES = Object.keys(LANES) as Lane[];

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

/**
 * Attempts of jobs that use object storage. With graphile-worker's backoff they span four minutes, so that an outage of one
 * minute fails no upload.
 */
export const STORAGE_OUTAGE_ATTEMPTS = 6;

export function defineJob<Payload>(job: Omit<Job<Payload>, "cron"> & { cron?: string }): Job<Payload> {
  return { ...job, cron: job.cron ?? null };
}

/** Of jobs that only a worker can do that recognizes speech in this language. */
export function toSpeechFlag(language: string): string {
  return `speech:${language}`;
}

/**
 * Queues a job in the caller's transaction: it exists only if the transaction commits.
 * @param options.key a queued job with the same key is replaced
 * @param options.queue jobs of one queue run one after another
 * @param options.flag workers that forbid it do not take the job
 * @param options.afterS delay in seconds; with a key, counted from the first queued job
 */
export async function enqueue<Payload>(
  sql: Sql,
  job: Job<Payload>,
  payload: Payload,
  options: { key?: string; queue?: string; flag?: string; priority?: number; afterS?: number } = {},
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
      priority := ${options.priority ?? 0}::int,
      flags := ${options.flag === undefined ? null : [options.flag]}::text[]
    )`.execute(sql);
}

/**
 * Deletes jobs of this name that no worker runs and that have attempts left.
 * @param isOver which of them; `j` is the job's row
 */
export async function deleteWaiting(sql: Sql, name: string, isOver: RawBuilder<boolean>): Promise<void> {
  await raw`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = ${name} and j.locked_at is null and j.attempts < j.max_attempts
      and ${isOver}`.execute(sql);
}
