import type { SealedRow } from "#platform/crypto/reseal.ts";
import type { Sql } from "#platform/db/database.ts";

export function selectSealedSecrets(sql: Sql, after: string, limit: number): Promise<SealedRow[]> {
  return sql
    .selectFrom("two_factor")
    .select(["account_id as id", "sealed_secret as sealed"])
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceSecret(sql: Sql, row: { id: string; before: Buffer; sealed: Buffer }): Promise<void> {
  await sql
    .updateTable("two_factor")
    .set({ sealed_secret: row.sealed })
    .where("account_id", "=", row.id)
    .where("sealed_secret", "=", row.before)
    .execute();
}
