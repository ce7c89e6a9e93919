import type { Pool } from "pg";
import { v7 } from "uuid";
import type { Log } from "./log.ts";

/** Below this a difference is not worth a jump. */
const TOLERANCE_MS = 1_000;
const COMPARE_EVERY_MS = 30_000;
/** An answer that took longer says too little of the moment. */
const ANSWER_WITHIN_MS = 1_000;

/** How far the database's clock is ahead of this machine's, where they differ. */
let aheadMs = 0;

/** @returns 0: this machine's clock is right */
function clockAheadMs(): number {
  return aheadMs;
}

export function nowMs(): number {
  return Date.now() + aheadMs;
}

/** The time by the database's clock, so that processes on machines with different clocks agree. */
export function now(): Date {
  return new Date(nowMs());
}

/**
 * Compares the clocks now and every 30 seconds. Durations are measured by the machine's own clock all the same.
 * @returns a function that stops it
 */
export async function followDatabaseClock(deps: { pool: Pool; log: Log }): Promise<() => Promise<void>> {
  await compare(deps);
  const comparing = setInterval(() => void compare(deps), COMPARE_EVERY_MS).unref();
  return async () => clearInterval(comparing);
}

async function compare({ pool, log }: { pool: Pool; log: Log }): Promise<void> {
  try {
    const askedMs = Date.now();
    const { rows } = await pool.query<{ ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms",
    );
    const tookMs = Date.now() - askedMs;
    const measuredMs = Math.round((rows[0]?.ms ?? askedMs) - askedMs - tookMs / 2);
    // Below zero, the machine's clock was set while we waited.
    if (tookMs < 0 || tookMs > ANSWER_WITHIN_MS || Math.abs(measuredMs - aheadMs) <= TOLERANCE_MS) return;
    aheadMs = Math.abs(measuredMs) <= TOLERANCE_MS ? 0 : measuredMs;
    log.warn({ ms: aheadMs }, "the clock of the database differs from this machine's, going by the database's");
  } catch {
    // The database does not answer: the next comparison is soon enough.
  }
}

/**
 * Creates a time-ordered id (UUID version 7).
 * @param schema brands the id
 * @param at its timestamp; default: now, by the database's clock, because ids of several processes are compared
 */
export function newId<Id>(schema: { parse(value: string): Id }, at?: Date): Id {
  if (at) return schema.parse(v7({ msecs: at.getTime() }));
  // Without a time, ids of one millisecond are in order as well.
  return schema.parse(clockAheadMs() === 0 ? v7() : v7({ msecs: nowMs() }));
}
