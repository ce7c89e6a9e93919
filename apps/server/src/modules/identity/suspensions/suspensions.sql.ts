import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type SuspensionRow = { reason: string; until: Date | null };

/** One that has ended is none. */
export async function selectSuspension(sql: Sql, accountId: string): Promise<SuspensionRow | null> {
  const row = await sql
    .selectFrom("suspensions")
    .select(["reason", "until"])
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
): Promise<Date | null> {
  const { rows } = await raw<{ until: Date | null }>`
    insert into suspensions (account_id, reason, until)
    values (${accountId}, ${reason}, now() + make_interval(days => ${days}::int))
    on conflict (account_id) do update
      set reason = excluded.reason, until = excluded.until, suspended_at = excluded.suspended_at
    returning until`.execute(sql);
  return rows[0]?.until ?? null;
}

export async function deleteSuspension(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("suspensions").where("account_id", "=", accountId).execute();
}
