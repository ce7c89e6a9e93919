import type { Sql } from "#platform/db/database.ts";

export async function deleteMeasurables(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("measurables").where("account_id", "=", accountId).execute();
}
