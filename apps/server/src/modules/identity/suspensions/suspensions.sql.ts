import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** `began_at` is text: a `Date` would lose the microseconds, by which an appeal finds the suspension it is about. */
export type SuspensionRow = { reason: string; until: Date | null; began_at: string };

/** One that has ended is none. */
export async function selectSuspension(sql: Sql, accountId: string): Promise<SuspensionRow | null> {
  const row = await sql
    .selectFrom("suspensions")
    .select(["reason", "until", raw<string>`suspended_at::text`.as("began_at")])
    .where("account_id", "=", accountId)
    .where((where) => where.or([where("until", "is", null), where("until", ">", raw<Date>`now()`)]))
    .executeTakeFirst();
  return row ?? null;
}

/** @param days null: a ban */
export async function upsertSuspension(
  sql: Sql,
  accountId: string,
  { reason, days }: { reason: string; days: number | null },
): Promise<SuspensionRow> {
  const { rows } = await raw<SuspensionRow>`
    insert into suspensions (account_id, reason, until)
    values (${accountId}, ${reason}, now() + make_interval(days => ${days}::int))
    on conflict (account_id) do update
      set reason = excluded.reason, until = excluded.until, suspended_at = excluded.suspended_at
    returning reason, until, suspended_at::text as began_at`.execute(sql);
  return rows[0] as SuspensionRow;
}

export async function deleteSuspension(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("suspensions").where("account_id", "=", accountId).execute();
}
