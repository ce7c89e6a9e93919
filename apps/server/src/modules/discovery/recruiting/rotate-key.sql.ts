import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export function selectEncryptedTokens(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  return sql
    .selectFrom("recruiting_links")
    .select(["account_id as id", "sealed_token as sealed"])
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceEncryptedToken(
  sql: Sql,
  row: { id: string; before: Buffer; sealed: Buffer },
): Promise<void> {
  await sql
    .updateTable("recruiting_links")
    .set({ sealed_token: row.sealed })
    .where("account_id", "=", row.id)
    .where("sealed_token", "=", row.before)
    .execute();
}
