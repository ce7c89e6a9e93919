import type { Sql } from "#platform/db/database.ts";

export async function updateStaffRole(sql: Sql, accountId: string, role: "admin" | "moderator" | null): Promise<void> {
  await sql.updateTable("accounts").set({ staff_role: role }).where("id", "=", accountId).execute();
}
