import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** A new sign-up session of an account replaces the old one. */
export async function upsertSignUpSession(
  sql: Sql,
  session: { accountId: string; tokenHash: Buffer; days: number },
): Promise<void> {
  await raw`
    insert into sign_up_sessions (account_id, token_hash, expires_at)
    values (${session.accountId}, ${session.tokenHash}, now() + make_interval(days => ${session.days}))
    on conflict (account_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
  `.execute(sql);
}

export async function selectSignUpAccount(sql: Sql, tokenHash: Buffer): Promise<string | null> {
  const row = await sql
    .selectFrom("sign_up_sessions as s")
    .innerJoin("accounts as a", "a.id", "s.account_id")
    .select("s.account_id")
    .where("s.token_hash", "=", tokenHash)
    .where("s.expires_at", ">", raw<Date>`now()`)
    .where("a.erased_at", "is", null)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

export async function deleteSignUpSession(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("sign_up_sessions").where("account_id", "=", accountId).execute();
}

/** Deletes the session if the account is verified and has no registration left to complete. @returns whether it did */
export async function deleteFinishedSignUpSession(sql: Sql, accountId: string): Promise<boolean> {
  const { rows } = await raw`
    delete from sign_up_sessions s using accounts a
    where s.account_id = ${accountId} and a.id = s.account_id and a.email_verified_at is not null
      and not exists (select from registrations r where r.account_id = a.id and r.completed_at is null)
    returning s.account_id`.execute(sql);
  return rows.length > 0;
}

export async function deleteExpiredSignUpSessions(sql: Sql): Promise<void> {
  await sql.deleteFrom("sign_up_sessions").where("expires_at", "<", raw<Date>`now()`).execute();
}
