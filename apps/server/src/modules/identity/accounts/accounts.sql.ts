import type { Plan } from "@app/contract/accounts";
import type { StaffRole } from "@app/contract/console";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type AccountRow = {
  id: string;
  user_type: string;
  plan: string | null;
  username: string;
  email: string;
  full_name: string;
  email_verified_at: Date | null;
  email_disowned_at: Date | null;
  referral_code: string | null;
  password_hash: string;
  staff_role: string | null;
  is_demo: boolean;
  deletion_due_at: Date | null;
  plan_lapsed_at: Date | null;
  has_two_factor: boolean;
  has_blocks: boolean;
  teams: { id: string; name: string; role: "manager" | "uploader"; is_hidden: boolean }[];
  channel_id: string;
  channel_name: string;
  profile_key: string | null;
};

function accountsWithChannel(sql: Sql) {
  return sql
    .selectFrom("accounts as a")
    .innerJoin("channels as c", "c.owner_id", "a.id")
    .select([
      "a.id",
      "a.user_type",
      "a.plan",
      "a.username",
      "a.email",
      "a.full_name",
      "a.email_verified_at",
      "a.email_disowned_at",
      "a.referral_code",
      "a.password_hash",
      "a.staff_role",
      "a.is_demo",
      "a.deletion_due_at",
      "a.plan_lapsed_at",
      "c.id as channel_id",
      "c.name as channel_name",
      "c.profile_key",
    ])
    .select(
      raw<boolean>`exists (select from two_factor f where f.account_id = a.id and f.enabled_at is not null)`.as(
        "has_two_factor",
      ),
    )
    .select(raw<boolean>`exists (select from block_pairs b where b.account_id = a.id)`.as("has_blocks"))
    .select(
      raw<AccountRow["teams"]>`(
        select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'role', m.role,
          'is_hidden', t.hidden_at is not null) order by t.name), '[]')
        from team_members m join channels t on t.id = m.channel_id
        where m.account_id = a.id)`.as("teams"),
    )
    .where("a.erased_at", "is", null);
}

/** @param key from `emailKey` or `usernameKey` */
export async function selectAccountByLogin(sql: Sql, key: string): Promise<AccountRow | null> {
  const row = await accountsWithChannel(sql)
    .where((where) => where.or([where("a.email_key", "=", key), where("a.username_key", "=", key)]))
    .executeTakeFirst();
  return row ?? null;
}

export async function selectAccount(sql: Sql, accountId: string): Promise<AccountRow | null> {
  return (await accountsWithChannel(sql).where("a.id", "=", accountId).executeTakeFirst()) ?? null;
}

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
  staffRole: StaffRole | null;
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

/** Includes erased accounts: their usernames are never available again. */
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

/** The owner of the mailbox took over a sign-up that somebody else began. Staff review its referral. */
export async function markClaimed(sql: Sql, accountId: string): Promise<void> {
  await raw`update accounts set claimed_at = now() where id = ${accountId}`.execute(sql);
}

/** No email is sent to the address until it is corrected. Its owner can sign up with it: the key is no address. */
export async function disownEmail(sql: Sql, accountId: string): Promise<void> {
  await raw`
    update accounts set email_disowned_at = now(), email_key = 'disowned ' || id
    where id = ${accountId} and email_verified_at is null`.execute(sql);
}

/** @returns the last account whose address was disowned and is not corrected yet */
export async function selectDisownedAccount(sql: Sql, emailKey: string): Promise<AccountRow | null> {
  const row = await accountsWithChannel(sql)
    .where("a.email_disowned_at", "is not", null)
    .where(raw<string>`lower(a.email)`, "=", emailKey)
    .orderBy("a.email_disowned_at", "desc")
    .executeTakeFirst();
  return row ?? null;
}

/** @returns false if the address is verified: then it takes a link to the new address to change it */
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

/** The link sent to the new address has also verified it. */
export async function updateEmail(sql: Sql, accountId: string, to: { email: string; emailKey: string }): Promise<void> {
  await sql
    .updateTable("accounts")
    .set({ email: to.email, email_key: to.emailKey, email_verified_at: raw<Date>`now()` })
    .where("id", "=", accountId)
    .execute();
}

export async function updatePlanPaid(tx: Sql, accountId: string, plan: Plan): Promise<void> {
  await raw`
    update accounts set plan_lapsed_at = null, plan = case when plan is null then null else ${plan} end
    where id = ${accountId}`.execute(tx);
}

export async function updatePlanLapsed(tx: Sql, accountId: string, at: Date): Promise<void> {
  await raw`
    update accounts set plan_lapsed_at = coalesce(plan_lapsed_at, ${at})
    where id = ${accountId} and plan is not null`.execute(tx);
}

export type StaffMember = { username: string; email: string; role: string; hasTwoFactor: boolean };

export async function selectStaff(sql: Sql): Promise<StaffMember[]> {
  const { rows } = await raw<StaffMember>`
    select a.username, a.email, a.staff_role as role,
      exists (select from two_factor f where f.account_id = a.id and f.enabled_at is not null) as "hasTwoFactor"
    from accounts a where a.staff_role is not null order by a.staff_role, a.username`.execute(sql);
  return rows;
}

/** Whether an account has the rights of staff, which takes two-factor sign-in. */
export async function isActiveStaff(sql: Sql, accountId: string): Promise<boolean> {
  const { rows } = await raw`
    select from accounts a where a.id = ${accountId} and a.staff_role is not null
      and exists (select from two_factor f where f.account_id = a.id and f.enabled_at is not null)`.execute(sql);
  return rows.length > 0;
}

export async function updateStaffRole(sql: Sql, accountId: string, role: StaffRole | null): Promise<void> {
  await sql.updateTable("accounts").set({ staff_role: role }).where("id", "=", accountId).execute();
}
