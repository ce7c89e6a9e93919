import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type DeliveryRow = {
  time_zone: string | null;
  /** Minutes after midnight; null: no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  digest_hour: number;
  digest_weekday: number;
};

/** @throws Error no such account */
export async function selectDelivery(sql: Sql, accountId: string): Promise<DeliveryRow> {
  const { rows } = await raw<DeliveryRow>`
    select time_zone, quiet_from, quiet_to, digest_hour, digest_weekday
    from delivery_choices where account_id = ${accountId}`.execute(sql);
  const [row] = rows;
  if (!row) throw new Error("no such account");
  return row;
}

export async function writeDelivery(sql: Sql, accountId: string, changes: Partial<DeliveryRow>): Promise<void> {
  const row = sql.insertInto("delivery_settings").values({ account_id: accountId, ...changes });
  const isEmpty = Object.keys(changes).length === 0;
  await row
    .onConflict((conflict) => {
      const onAccount = conflict.column("account_id");
      return isEmpty ? onAccount.doNothing() : onAccount.doUpdateSet(changes);
    })
    .execute();
}

/** Whether PostgreSQL has this time zone, by this very name. */
export async function isTimeZone(sql: Sql, name: string): Promise<boolean> {
  const { rows } = await raw`select from pg_timezone_names where name = ${name}`.execute(sql);
  return rows.length > 0;
}

/** @returns the end of the quiet hours of those who are in theirs at `moment` */
export async function selectQuietUntil(
  sql: Sql,
  accountIds: readonly string[],
  { moment, timeZone }: { moment: Date; timeZone: string },
): Promise<{ account_id: string; until: Date }[]> {
  const { rows } = await raw<{ account_id: string; until: Date }>`
    select * from (
      select account_id,
        quiet_until(${moment}::timestamptz, coalesce(time_zone, ${timeZone}::text), quiet_from, quiet_to) as until
      from delivery_settings where account_id = any(${[...accountIds]}::uuid[]) and quiet_from is not null
    ) quiet where until is not null`.execute(sql);
  return rows;
}
