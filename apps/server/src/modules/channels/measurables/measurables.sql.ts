import { type Measurables, type MeasurablesChanges, measurables } from "@app/contract/measurables";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export async function selectMeasurables(sql: Sql, accountId: string): Promise<Measurables | null> {
  const row = await sql
    .selectFrom("measurables")
    .select(["height_in", "weight_lb", "position", "marks"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ? measurables.parse(row) : null;
}

/** The owner of an athlete's channel. */
export async function selectAthlete(
  sql: Sql,
  channelId: string,
): Promise<{ id: string; hidden_at: Date | null } | null> {
  const row = await sql
    .selectFrom("channels as c")
    .innerJoin("accounts as a", "a.id", "c.owner_id")
    .select(["a.id", "c.hidden_at"])
    .where("c.id", "=", channelId)
    .where("a.plan", "=", "Individual")
    .executeTakeFirst();
  return row ?? null;
}

/** Fields that are missing stay as they are. */
export async function upsertMeasurables(
  sql: Sql,
  accountId: string,
  { marks, ...entered }: MeasurablesChanges,
): Promise<Measurables> {
  const values = { ...entered, ...(marks && { marks: JSON.stringify(marks) }), updated_at: raw<Date>`now()` };
  const row = await sql
    .insertInto("measurables")
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
    .returning(["height_in", "weight_lb", "position", "marks"])
    .executeTakeFirstOrThrow();
  return measurables.parse(row);
}

export async function deleteMeasurables(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("measurables").where("account_id", "=", accountId).execute();
}
