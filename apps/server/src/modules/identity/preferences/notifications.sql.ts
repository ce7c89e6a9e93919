import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type SettingRow = { kind: string; bell: boolean; email: boolean };

/** What was switched; a kind without a row is on. */
export function selectSettings(sql: Sql, accountId: string): Promise<SettingRow[]> {
  return sql
    .selectFrom("notification_settings")
    .select(["kind", "bell", "email"])
    .where("account_id", "=", accountId)
    .execute();
}

export async function writeSetting(sql: Sql, accountId: string, setting: SettingRow): Promise<void> {
  await raw`
    insert into notification_settings (account_id, kind, bell, email)
    values (${accountId}, ${setting.kind}, ${setting.bell}, ${setting.email})
    on conflict (account_id, kind) do update set bell = excluded.bell, email = excluded.email`.execute(sql);
}

/** @returns null when nobody switched it */
export async function selectSetting(
  sql: Sql,
  accountId: string,
  kind: string,
): Promise<{ bell: boolean; email: boolean } | null> {
  const row = await sql
    .selectFrom("notification_settings")
    .select(["bell", "email"])
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row ?? null;
}

export async function deletePreferences(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("notification_settings").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("privacy_settings").where("account_id", "=", accountId).execute();
}
