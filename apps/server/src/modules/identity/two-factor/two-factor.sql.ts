import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export type TwoFactorRow = {
  id: string;
  username: string;
  email: string;
  staff_role: string | null;
  encrypted_secret: Buffer | null;
  enabled_at: Date | null;
  codes_left: number;
};

export async function selectTwoFactor(sql: Sql, accountId: string): Promise<TwoFactorRow | null> {
  const row = await sql
    .selectFrom("accounts as a")
    .leftJoin("two_factor as t", "t.account_id", "a.id")
    .select(["a.id", "a.username", "a.email", "a.staff_role", "t.encrypted_secret", "t.enabled_at"])
    .select(
      raw<number>`(select count(*) from recovery_codes r where r.account_id = a.id and r.used_at is null)`.as(
        "codes_left",
      ),
    )
    .where("a.id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces a secret unless it is enabled. @returns whether it was written */
export async function writeSecret(sql: Sql, accountId: string, encrypted: Buffer): Promise<boolean> {
  const { rows } = await raw`
    insert into two_factor (account_id, encrypted_secret) values (${accountId}, ${encrypted})
    on conflict (account_id) do update set encrypted_secret = excluded.encrypted_secret, begun_at = now(), last_step = 0
      where two_factor.enabled_at is null
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** @returns false if it is already enabled */
export async function markEnabled(sql: Sql, accountId: string, step: number): Promise<boolean> {
  const { rows } = await raw`
    update two_factor set enabled_at = now(), last_step = ${step}
    where account_id = ${accountId} and enabled_at is null returning 1`.execute(sql);
  return rows.length > 0;
}

/** Of two concurrent requests with the same code, only one succeeds; codes older than the last one are used up as well. */
export async function consumeStep(sql: Sql, accountId: string, step: number): Promise<boolean> {
  const { rows } = await raw`
    update two_factor set last_step = ${step}
    where account_id = ${accountId} and enabled_at is not null and last_step < ${step} returning 1`.execute(sql);
  return rows.length > 0;
}

/** @returns how many codes are left, or null if the code is unknown or used */
export async function consumeRecoveryCode(
  sql: Sql,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<number | null> {
  const { rows } = await raw<{ left_over: number }>`
    with used as (
      update recovery_codes set used_at = now()
      where account_id = ${accountId} and code_hash = any(${hashes}::bytea[]) and used_at is null returning 1
    )
    select count(*) - 1 as left_over from recovery_codes
    where account_id = ${accountId} and used_at is null having exists (select from used)`.execute(sql);
  return rows[0]?.left_over ?? null;
}

export async function replaceRecoveryCodes(sql: Sql, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  // Of two concurrent requests the second waits, and its codes are the valid ones.
  await sql.selectFrom("two_factor").select("account_id").where("account_id", "=", accountId).forUpdate().execute();
  await sql.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
  await sql
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
    .execute();
}

export async function deleteTwoFactor(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("two_factor").where("account_id", "=", accountId).execute();
}

export function selectEncryptedSecrets(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  return sql
    .selectFrom("two_factor")
    .select(["account_id as id", "encrypted_secret as encrypted"])
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceSecret(sql: Sql, row: { id: string; before: Buffer; encrypted: Buffer }): Promise<void> {
  await sql
    .updateTable("two_factor")
    .set({ encrypted_secret: row.encrypted })
    .where("account_id", "=", row.id)
    .where("encrypted_secret", "=", row.before)
    .execute();
}
