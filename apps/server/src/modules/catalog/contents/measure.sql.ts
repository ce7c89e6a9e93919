import type { Sql } from "#platform/db/database.ts";

export type UnmeasuredRow = { id: string; original_key: string };

export function selectUnmeasured(
  sql: Sql,
  { after, limit }: { after: string | null; limit: number },
): Promise<UnmeasuredRow[]> {
  return sql
    .selectFrom("contents")
    .select(["id", "original_key"])
    .where("original_bytes", "is", null)
    .where("original_key", "is not", null)
    .$narrowType<{ original_key: string }>()
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function setOriginalBytes(sql: Sql, id: string, bytes: number): Promise<void> {
  await sql.updateTable("contents").set({ original_bytes: bytes }).where("id", "=", id).execute();
}
