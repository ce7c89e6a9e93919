import { randomUUID } from "node:crypto";
import type { Plan, UserType } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";

export type PersonRow = {
  id: string;
  user_type: string;
  plan: string | null;
  username: string;
  email: string;
  email_verified_at: Date | null;
  email_disowned_at: Date | null;
  full_name: string;
  gender: string | null;
  date_of_birth: string | null;
  birth_precision: string;
  phone: string | null;
  deactivated_at: Date | null;
  channel_id: string;
  channel_name: string;
  bio: string;
  profile_key: string | null;
  cover_key: string | null;
};

/** @param isLocked with a row lock until the end of the transaction */
export async function selectPerson(sql: Sql, accountId: string, isLocked: boolean): Promise<PersonRow | null> {
  const row = await sql
    .selectFrom("accounts as a")
    .innerJoin("channels as c", "c.owner_id", "a.id")
    .select(["a.id", "a.user_type", "a.plan", "a.username", "a.email", "a.email_verified_at", "a.full_name"])
    .select(["a.email_disowned_at", "a.gender", "a.date_of_birth", "a.birth_precision", "a.phone", "a.deactivated_at"])
    .select(["c.id as channel_id", "c.name as channel_name", "c.bio", "c.profile_key", "c.cover_key"])
    .where("a.id", "=", accountId)
    .where("a.erased_at", "is", null)
    .$if(isLocked, (query) => query.forUpdate("a"))
    .executeTakeFirst();
  return row ?? null;
}

export type PersonChanges = {
  fullName?: string;
  phone?: string | null;
  birth?: { date: string; precision: "day" | "month" };
};

export async function updatePerson(sql: Sql, accountId: string, changes: PersonChanges): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await sql
    .updateTable("accounts")
    .set({
      ...(changes.fullName === undefined ? {} : { full_name: changes.fullName }),
      ...(changes.phone === undefined ? {} : { phone: changes.phone }),
      ...(changes.birth ? { date_of_birth: changes.birth.date, birth_precision: changes.birth.precision } : {}),
    })
    .where("id", "=", accountId)
    .execute();
}

/** @param entitlement.plan null for a General User */
export async function updateEarnerStatus(
  sql: Sql,
  accountId: string,
  entitlement: { userType: UserType; plan: Plan | null; isDeactivated: boolean },
): Promise<void> {
  await raw`
    update accounts set user_type = ${entitlement.userType}, plan = ${entitlement.plan},
      deactivated_at = case when ${entitlement.isDeactivated}::boolean then now() end
    where id = ${accountId}`.execute(sql);
}

/**
 * Deletes an account that nobody has verified, unless it has paid or is ordering. The row lock waits for an order that is
 * being placed.
 * @returns whether it was deleted
 */
export async function deleteUnverifiedAccount(tx: Sql, accountId: string): Promise<boolean> {
  await raw`select from accounts where id = ${accountId} for update`.execute(tx);
  const { rows } = await raw`
    delete from accounts where id = ${accountId} and email_verified_at is null and user_type = 'General User'
      and not exists (select from invoices where account_id = accounts.id)
      and not exists (select from subscriptions where account_id = accounts.id and status <> 'canceled')
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Keeps an earlier due date. @returns the due date, or null if the account no longer exists */
export async function markDeletionDue(sql: Sql, accountId: string, days: number): Promise<Date | null> {
  const { rows } = await raw<{ due: Date }>`
    update accounts set deletion_due_at = least(deletion_due_at, now() + make_interval(days => ${days}))
    where id = ${accountId} and erased_at is null returning deletion_due_at as due`.execute(sql);
  return rows[0]?.due ?? null;
}

/**
 * Whether nobody else is an admin. Locks all admins until the end of the transaction, so that of two who leave at once the
 * second is the last.
 */
export async function isLastAdmin(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await raw<{ id: string }>`
    select id from accounts where staff_role = 'admin' and deletion_due_at is null
    order by id for no key update`.execute(tx);
  return rows.length === 1 && rows[0]?.id === accountId;
}

/** Locks the account until the end of the transaction. @returns null if it is erased */
export async function lockForSignIn(
  tx: Tx,
  accountId: string,
): Promise<{ deletionDueAt: Date | null; passwordHash: string } | null> {
  const { rows } = await raw<{ deletionDueAt: Date | null; passwordHash: string }>`
    select deletion_due_at as "deletionDueAt", password_hash as "passwordHash" from accounts
    where id = ${accountId} and erased_at is null
    for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** @returns endsAt: when the paid plan ends, if it is not renewed; isDeactivated: as an earner */
export async function selectPlanEnd(
  sql: Sql,
  accountId: string,
): Promise<{ endsAt: Date | null; isDeactivated: boolean } | null> {
  const row = await sql
    .selectFrom("subscriptions as s")
    .innerJoin("accounts as a", "a.id", "s.account_id")
    .select(["s.current_period_end", "a.deactivated_at"])
    .where("s.account_id", "=", accountId)
    .where("s.status", "not in", ["canceled", "incomplete"])
    .where("s.cancel_at_period_end", "=", true)
    .executeTakeFirst();
  return row ? { endsAt: row.current_period_end, isDeactivated: row.deactivated_at !== null } : null;
}

export type Unpaid = { pending_cents: number; available_cents: number; in_transit_cents: number };

/** @returns what the account has earned and that has not arrived yet */
export async function selectUnpaid(sql: Sql, accountId: string): Promise<Unpaid> {
  const { rows } = await raw<Unpaid>`
    select coalesce(sum(e.amount_cents) filter (where a.kind = 'pending'), 0)::bigint as pending_cents,
      coalesce(sum(e.amount_cents) filter (where a.kind = 'available'), 0)::bigint as available_cents,
      coalesce(sum(e.amount_cents) filter (where a.kind = 'in_transit'), 0)::bigint as in_transit_cents
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.owner_id = ${accountId}`.execute(sql);
  return rows[0] ?? { pending_cents: 0, available_cents: 0, in_transit_cents: 0 };
}

/** Whether nothing hides the account's channel. */
export async function selectIsChannelVisible(sql: Sql, accountId: string): Promise<boolean> {
  const row = await sql
    .selectFrom("channels")
    .select("id")
    .where("owner_id", "=", accountId)
    .where("hidden_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if the account is already erased */
export async function clearDeletionDue(sql: Sql, accountId: string): Promise<boolean> {
  const { rows } = await raw`
    update accounts set deletion_due_at = null where id = ${accountId} and erased_at is null returning 1
  `.execute(sql);
  return rows.length > 0;
}

/** Accounts whose grace period is over, including those only partly erased. @param after the last id of the previous page */
export async function selectDueAccounts(sql: Sql, after: string | null, limit: number): Promise<string[]> {
  const rows = await sql
    .selectFrom("accounts")
    .select("id")
    .where("deletion_due_at", "<=", raw<Date>`now()`)
    .$if(after !== null, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** @returns false if the account is no longer due because its owner signed in */
export async function lockDueAccount(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await raw`
    select from accounts where id = ${accountId} and deletion_due_at <= now() for update`.execute(tx);
  return rows.length > 0;
}

/**
 * The username can never be taken again, so its key stays; the email address can sign up again. `deletion_due_at` stays
 * until everything else is erased.
 */
export async function erasePersonalColumns(tx: Tx, accountId: string, name: string): Promise<void> {
  const placeholder = `${randomUUID()}@erased.invalid`;
  await raw`
    update accounts set
      erased_at = coalesce(erased_at, now()), user_type = 'General User', plan = null, staff_role = null,
      username = ${name}, email = ${placeholder}, email_key = ${placeholder}, email_verified_at = null,
      password_hash = '', full_name = '', gender = null, date_of_birth = null, phone = null, referral_code = null,
      plan_lapsed_at = null, deactivated_at = null
    where id = ${accountId}`.execute(tx);
}

export async function selectChannelId(sql: Sql, accountId: string): Promise<string | null> {
  const row = await sql.selectFrom("channels").select("id").where("owner_id", "=", accountId).executeTakeFirst();
  return row?.id ?? null;
}

export async function completeErasure(sql: Sql, accountId: string): Promise<void> {
  await sql
    .updateTable("accounts")
    .set({ deletion_due_at: null })
    .where("id", "=", accountId)
    .where("erased_at", "is not", null)
    .execute();
}
