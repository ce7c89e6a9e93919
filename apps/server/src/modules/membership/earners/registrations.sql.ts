import type { Plan } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type RegistrationRow = {
  account_id: string;
  draft_id: string;
  plan: string | null;
  is_complete: boolean;
  is_sign_up: boolean;
  sealed_draft: Buffer | null;
};

const COLUMNS = ["account_id", "draft_id", "plan", "is_complete", "is_sign_up", "sealed_draft"] as const;

/** Whether somebody signed up as an earner; what was completed is known for some days more. */
export async function hasSignUpRegistration(sql: Sql, ofAccount: string): Promise<boolean> {
  const row = await selectRegistration(sql, ofAccount);
  return row?.is_sign_up === true;
}

/** One whose time is over is there until the hourly job deletes it, or the payment completes it. */
export async function selectRegistration(sql: Sql, ofAccount: string): Promise<RegistrationRow | null> {
  const row = await sql
    .selectFrom("registrations")
    .select(COLUMNS)
    .where("account_id", "=", ofAccount)
    .executeTakeFirst();
  return row ?? null;
}

/** @param registration.isSignUp false for the upgrade of somebody signed in; one that there is stays what it is */
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
      sealed_draft = case when registrations.expires_at > now() then registrations.sealed_draft end,
      is_complete = registrations.is_complete and registrations.expires_at > now(),
      expires_at = excluded.expires_at`.execute(sql);
}

export async function updateDraft(
  sql: Sql,
  ofAccount: string,
  draft: { plan: Plan | null; isComplete: boolean; sealed: Buffer },
): Promise<void> {
  await sql
    .updateTable("registrations")
    .set({ plan: draft.plan, is_complete: draft.isComplete, sealed_draft: draft.sealed })
    .where("account_id", "=", ofAccount)
    .execute();
}

/** One at a time for one person, until the transaction ends. One that was paid outlives its time. */
export async function lockRegistration(sql: Sql, ofAccount: string): Promise<RegistrationRow | null> {
  const row = await sql
    .selectFrom("registrations")
    .select(COLUMNS)
    .where("account_id", "=", ofAccount)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteRegistration(sql: Sql, ofAccount: string): Promise<void> {
  await sql.deleteFrom("registrations").where("account_id", "=", ofAccount).execute();
}

/**
 * The account is an earner's, and nothing is pending any more. The browser that signed up stays known for as many days,
 * so that it can still act for an account whose address is not verified.
 */
export async function markCompleted(sql: Sql, ofAccount: string, days: number): Promise<void> {
  await raw`
    update registrations set completed_at = now(), plan = null, is_complete = false, sealed_draft = null,
      expires_at = now() + make_interval(days => ${days})
    where account_id = ${ofAccount}`.execute(sql);
}

/**
 * Accounts after this one, by its id, that nobody has verified or paid for in `days`, and whose last link is of no use any
 * more.
 */
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

/** Registrations whose time is over, after this account, by its id. */
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

/**
 * Accounts after this one, by its id, with a paid plan that is not completed: a profile waits, or a deactivated earner has
 * paid again.
 */
export async function selectCompletable(sql: Sql, after: string | null): Promise<{ account_id: string }[]> {
  const { rows } = await raw<{ account_id: string }>`
    with waiting as (
      select account_id from registrations where sealed_draft is not null
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

export async function prolongRegistration(sql: Sql, ofAccount: string): Promise<void> {
  await raw`update registrations set expires_at = now() + interval '7 days' where account_id = ${ofAccount}`.execute(
    sql,
  );
}
