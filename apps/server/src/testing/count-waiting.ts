import type { Deps } from "#platform/deps.ts";

/** How many connections to the story's database wait for a lock. */
export async function countWaiting(pool: Deps["pool"]): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.waiting ?? 0;
}
