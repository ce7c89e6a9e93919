import type { SealedRow } from "#platform/crypto/reseal.ts";
import type { Sql } from "#platform/db/database.ts";

export function selectSealedTokens(sql: Sql, after: string, limit: number): Promise<SealedRow[]> {
  return sql
    .selectFrom("recruiting_links")
    .select(["account_id as id", "sealed_token as sealed"])
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceSealedToken(sql: Sql, row: { id: string; before: Buffer; sealed: Buffer }): Promise<void> {
  await sql
    .updateTable("recruiting_links")
    .set({ sealed_token: row.sealed })
    .where("account_id", "=", row.id)
    .where("sealed_token", "=", row.before)
    .execute();
}
