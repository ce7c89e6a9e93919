import type { SealedRow } from "#platform/crypto/reseal.ts";
import type { Sql } from "#platform/db/database.ts";

type Replaced = { id: string; before: Buffer; sealed: Buffer };

export function selectSealedSsns(sql: Sql, after: string, limit: number): Promise<SealedRow[]> {
  return sql
    .selectFrom("earner_profiles")
    .select("account_id as id")
    .select((row) => row.ref("sealed_ssn").$notNull().as("sealed"))
    .where("sealed_ssn", "is not", null)
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceSealedSsn(sql: Sql, row: Replaced & { hash: Buffer }): Promise<void> {
  await sql
    .updateTable("earner_profiles")
    .set({ sealed_ssn: row.sealed, ssn_hash: row.hash })
    .where("account_id", "=", row.id)
    .where("sealed_ssn", "=", row.before)
    .execute();
}

export function selectSealedDrafts(sql: Sql, after: string, limit: number): Promise<SealedRow[]> {
  return sql
    .selectFrom("registrations")
    .select("account_id as id")
    .select((row) => row.ref("sealed_draft").$notNull().as("sealed"))
    .where("sealed_draft", "is not", null)
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceSealedDraft(sql: Sql, row: Replaced): Promise<void> {
  await sql
    .updateTable("registrations")
    .set({ sealed_draft: row.sealed })
    .where("account_id", "=", row.id)
    .where("sealed_draft", "=", row.before)
    .execute();
}
