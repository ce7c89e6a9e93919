import type { Sql } from "#platform/db/database.ts";

export function selectUnmeasured(sql: Sql, limit: number): Promise<{ id: string; original_key: string }[]> {
  return sql
    .selectFrom("contents")
    .select(["id", "original_key"])
    .where("original_bytes", "is", null)
    .where("original_key", "is not", null)
    .$narrowType<{ original_key: string }>()
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function setOriginalBytes(sql: Sql, id: string, bytes: number): Promise<void> {
  await sql.updateTable("contents").set({ original_bytes: bytes }).where("id", "=", id).execute();
}
