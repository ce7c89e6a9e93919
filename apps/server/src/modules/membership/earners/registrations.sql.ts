import type { Plan } from "@app/contract/accounts";
import type { AccountId } from "@app/contract/ids";
import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export type RegistrationRow = {
  account_id: string;
  draft_id: string;
  plan: string | null;
  is_complete: boolean;
  is_sign_up: boolean;
  encrypted_draft: Buffer | null;
};

const COLUMNS = ["account_id", "draft_id", "plan", "is_complete", "is_sign_up", "encrypted_draft"] as const;

/** Whether the account signed up as an earner. The row stays for some days after completion. */
export async function hasSignUpRegistration(sql: Sql, accountId: string): Promise<boolean> {
  const row = await selectRegistration(sql, accountId);
  return row?.is_sign_up === true;
}

/** Who referred the account, while nothing has become of it. */
export async function selectJoinedReferral(
  sql: Sql,
  accountId: string,
): Promise<{ earner_id: AccountId; code: string; joined_at: string } | null> {
  const row = await sql
    .selectFrom("referrals")
    .select(["earner_id", "code", "joined_at"])
    .where("referred_id", "=", accountId)
    .where("stage", "=", "joined")
    .executeTakeFirst();
  return row ? { ...row, earner_id: row.earner_id as AccountId, joined_at: row.joined_at.toISOString() } : null;
}

/** May return an expired row: it stays until the hourly job deletes it or a payment completes it. */
export async function selectRegistration(sql: Sql, accountId: string): Promise<RegistrationRow | null> {
  const row = await sql
    .selectFrom("registrations")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** @param registration.isSignUp false: the upgrade of a member. An existing row keeps its value. */
export async function upsertRegistration(
  sql: Sql,
  registration: { accountId: string; draftId: string; isSignUp: boolean; days: number },
): Promise<void> {
  await raw`
    insert into registrations (account_id, draft_id, is_sign_up, expires_at)
    values (${registration.accountId}, ${registration.draftId}, ${registration.isSignUp},
      now() + make_interval(days => ${registration.days}))
    on conflict (account_id) do update set
      completed_at = null,
      is_sign_up = registrations.is_sign_up and registrations.completed_at is null,
      encrypted_draft = case when registrations.expires_at > now() then registrations.encrypted_draft end,
      is_complete = registrations.is_complete and registrations.expires_at > now(),
      expires_at = excluded.expires_at`.execute(sql);
}

export async function updatePendingProfileRow(
  sql: Sql,
  accountId: string,
  profile: { plan: Plan | null; isComplete: boolean; encrypted: Buffer },
): Promise<void> {
  await sql
    .updateTable("registrations")
    .set({ plan: profile.plan, is_complete: profile.isComplete, encrypted_draft: profile.encrypted })
    .where("account_id", "=", accountId)
    .execute();
}

/** Serializes changes until the transaction ends. May return an expired row, which a payment can still complete. */
export async function lockRegistration(sql: Sql, accountId: string): Promise<RegistrationRow | null> {
  const row = await sql
    .selectFrom("registrations")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteRegistration(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("registrations").where("account_id", "=", accountId).execute();
}

/**
 * Clears what was pending. Keeps the row for `days`, so that the browser that signed up can still act for an account
 * whose email is not verified.
 */
export async function markCompleted(sql: Sql, accountId: string, days: number): Promise<void> {
  await raw`
    update registrations set completed_at = now(), plan = null, is_complete = false, encrypted_draft = null,
      expires_at = now() + make_interval(days => ${days})
    where account_id = ${accountId}`.execute(sql);
}

/** Accounts, by id, that were neither verified nor paid for within `days` and have no valid verification link. */
export async function selectUnverified(sql: Sql, days: number, after: string | null): Promise<{ id: string }[]> {
  const { rows } = await raw<{ id: string }>`
    select a.id from accounts a
    where a.email_verified_at is null and a.user_type = 'General User' and a.erased_at is null
      and a.created_at < now() - make_interval(days => ${days})
      and not exists (select from invoices i where i.account_id = a.id)
      and not exists (select from subscriptions s where s.account_id = a.id and s.status in ('active', 'past_due'))
      and not exists (select from account_links l where l.account_id = a.id and l.purpose = 'verify'
        and l.used_at is null and l.expires_at > now())
      and (${after}::uuid is null or a.id > ${after}::uuid)
    order by a.id limit 200`.execute(sql);
  return rows;
}

export type ExpiredRow = { account_id: string; completed_at: Date | null };

/** Expired registrations, by account id. */
export async function selectExpired(sql: Sql, after: string | null): Promise<ExpiredRow[]> {
  return sql
    .selectFrom("registrations")
    .select(["account_id", "completed_at"])
    .where("expires_at", "<", raw<Date>`now()`)
    .$if(after !== null, (query) => query.where("account_id", ">", after ?? ""))
    .orderBy("account_id")
    .limit(200)
    .execute();
}

/** Accounts, by id, with a paid plan to complete: a profile is pending, or a deactivated earner has paid again. */
export async function selectCompletable(sql: Sql, after: string | null): Promise<{ account_id: string }[]> {
  const { rows } = await raw<{ account_id: string }>`
    with waiting as (
      select account_id from registrations where encrypted_draft is not null
      union
      select id from accounts where deactivated_at is not null
    )
    select w.account_id from waiting w
    join accounts a on a.id = w.account_id and a.erased_at is null
    join subscriptions s on s.account_id = w.account_id and s.status in ('active', 'past_due')
      and s.refund_requested_at is null and (a.deactivated_at is null or s.attempted_at > a.deactivated_at)
    left join earner_profiles p on p.account_id = w.account_id
    where (a.plan is null or (a.plan = s.plan and p.plan is distinct from s.plan))
      and (${after}::uuid is null or w.account_id > ${after}::uuid)
    order by w.account_id limit 200`.execute(sql);
  return rows;
}

export async function extendRegistration(sql: Sql, accountId: string): Promise<void> {
  await raw`update registrations set expires_at = now() + interval '7 days' where account_id = ${accountId}`.execute(
    sql,
  );
}

export function selectEncryptedProfiles(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  return sql
    .selectFrom("registrations")
    .select("account_id as id")
    .select((row) => row.ref("encrypted_draft").$notNull().as("encrypted"))
    .where("encrypted_draft", "is not", null)
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceEncryptedProfile(
  sql: Sql,
  row: { id: string; before: Buffer; encrypted: Buffer },
): Promise<void> {
  await sql
    .updateTable("registrations")
    .set({ encrypted_draft: row.encrypted })
    .where("account_id", "=", row.id)
    .where("encrypted_draft", "=", row.before)
    .execute();
}
