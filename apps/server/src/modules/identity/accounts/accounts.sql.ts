import type { Plan } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type NewAccount = {
  id: string;
  userType: string;
  plan: Plan | null;
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  emailVerifiedAt: Date | null;
  passwordHash: string;
  fullName: string;
  staffRole: "admin" | "moderator" | null;
  isDemo: boolean;
  gender: string | null;
  dateOfBirth: string | null;
  phone: string | null;
  referralCode: string | null;
};

export async function insertAccount(sql: Sql, account: NewAccount): Promise<void> {
  await sql
    .insertInto("accounts")
    .values({
      id: account.id,
      user_type: account.userType,
      plan: account.plan,
      username: account.username,
      username_key: account.usernameKey,
      email: account.email,
      email_key: account.emailKey,
      email_verified_at: account.emailVerifiedAt,
      password_hash: account.passwordHash,
      full_name: account.fullName,
      staff_role: account.staffRole,
      is_demo: account.isDemo,
      gender: account.gender,
      date_of_birth: account.dateOfBirth,
      phone: account.phone,
      referral_code: account.referralCode,
    })
    .execute();
}

/** Whether an account has the name, one that was erased included: names are not given out again. */
export async function selectTakenNames(
  sql: Sql,
  keys: { usernameKey: string | null; emailKey: string },
): Promise<{ username: boolean; email: boolean }> {
  const { rows } = await raw<{ username: boolean; email: boolean }>`
    select exists (select from accounts where username_key = ${keys.usernameKey}) as username,
      exists (select from accounts where email_key = ${keys.emailKey}) as email`.execute(sql);
  return rows[0] ?? { username: false, email: false };
}

export async function hasAccounts(sql: Sql): Promise<boolean> {
  return (await sql.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export async function markEmailVerified(sql: Sql, accountId: string): Promise<void> {
  await raw`update accounts set email_verified_at = coalesce(email_verified_at, now()) where id = ${accountId}`.execute(
    sql,
  );
}

export async function updatePassword(sql: Sql, accountId: string, passwordHash: string): Promise<void> {
  await sql.updateTable("accounts").set({ password_hash: passwordHash }).where("id", "=", accountId).execute();
}

/** Somebody verified it by replacing the password of whoever signed up: staff look at its referral. */
export async function markClaimed(sql: Sql, accountId: string): Promise<void> {
  await raw`update accounts set claimed_at = now() where id = ${accountId}`.execute(sql);
}

/** No mail goes to the address until it is corrected. */
export async function disownEmail(sql: Sql, accountId: string): Promise<void> {
  await raw`update accounts set email_disowned_at = now() where id = ${accountId} and email_verified_at is null`.execute(
    sql,
  );
}

/** @returns false: the address is verified, and a link to the new one is needed to change it */
export async function updateUnverifiedEmail(
  sql: Sql,
  accountId: string,
  to: { email: string; emailKey: string },
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable("accounts")
    .set({ email: to.email, email_key: to.emailKey, email_disowned_at: null })
    .where("id", "=", accountId)
    .where("email_verified_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The link that proves an address verifies it, too. */
export async function updateEmail(sql: Sql, accountId: string, to: { email: string; emailKey: string }): Promise<void> {
  await sql
    .updateTable("accounts")
    .set({ email: to.email, email_key: to.emailKey, email_verified_at: raw<Date>`now()` })
    .where("id", "=", accountId)
    .execute();
}
