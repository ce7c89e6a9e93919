import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** @returns when */
export async function markConfirmed(sql: Sql, deviceId: string): Promise<Date> {
  const { rows } = await raw<{ at: Date }>`
    update devices set password_confirmed_at = now() where id = ${deviceId} returning password_confirmed_at as at
  `.execute(sql);
  return rows[0]?.at ?? new Date(0);
}

export async function selectIsConfirmed(sql: Sql, deviceId: string, minutes: number): Promise<boolean> {
  const row = await sql
    .selectFrom("devices")
    .select("id")
    .where("id", "=", deviceId)
    .where("removed_at", "is", null)
    .where("password_confirmed_at", ">", raw<Date>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst();
  return row !== undefined;
}
