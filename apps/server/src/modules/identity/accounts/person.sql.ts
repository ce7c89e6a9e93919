import type { Plan, UserType } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type PersonRow = {
  id: string;
  user_type: string;
  plan: string | null;
  username: string;
  email: string;
  email_verified_at: Date | null;
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
    .select(["a.gender", "a.date_of_birth", "a.birth_precision", "a.phone", "a.deactivated_at"])
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
