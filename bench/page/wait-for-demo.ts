import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../apps/server/src/platform/db/database.ts";

const LOOK_EVERY_MS = 2_000;
/** On two slow processors, with room to spare. */
const LIMIT_MS = 30 * 60_000;

/** Waits until the worker has finished the demo world and has no job left to run now. */
export async function waitForDemo({ pool }: Database): Promise<void> {
  const untilMs = Date.now() + LIMIT_MS;
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      "select count(*)::int as left from graphile_worker.jobs where run_at <= now()",
    );
    if (rows[0]?.left === 0) return;
    if (Date.now() > untilMs) throw new Error(`The demo world was not made in time: ${rows[0]?.left} jobs are left.`);
    await sleep(LOOK_EVERY_MS);
  }
}
