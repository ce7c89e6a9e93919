import type { Sql } from "#platform/db/database.ts";

export async function deleteRecruiting(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("recruiting_links").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("recruiting_messages").where("account_id", "=", accountId).execute();
}
