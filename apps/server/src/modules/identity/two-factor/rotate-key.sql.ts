import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export function selectEncryptedSecrets(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
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
