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

/** Whether somebody signed up as an earner, and has not completed that. */
export async function hasSignUpRegistration(sql: Sql, ofAccount: string): Promise<boolean> {
  const row = await selectRegistration(sql, ofAccount);
  return row?.is_sign_up === true;
}

export async function selectRegistration(sql: Sql, ofAccount: string): Promise<RegistrationRow | null> {
  const row = await sql
    .selectFrom("registrations")
    .select(COLUMNS)
    .where("account_id", "=", ofAccount)
    .where("expires_at", ">", raw<Date>`now()`)
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

export async function selectPlanToPay(sql: Sql, ofAccount: string): Promise<Plan | null> {
  const { rows } = await raw<{ plan: Plan | null }>`
    select coalesce(
      (select plan from registrations where account_id = ${ofAccount} and is_complete and expires_at > now()),
      (select p.plan from earner_profiles p join accounts a on a.id = p.account_id
       where a.id = ${ofAccount} and a.deactivated_at is not null)) as plan`.execute(sql);
  return rows[0]?.plan ?? null;
}

/** Accounts that nobody has verified or paid for in `days`, and whose last link is of no use any more; at most 200. */
export async function selectUnverified(sql: Sql, days: number): Promise<{ id: string }[]> {
  const { rows } = await raw<{ id: string }>`
    select a.id from accounts a
    where a.email_verified_at is null and a.user_type = 'General User' and a.erased_at is null
      and a.created_at < now() - make_interval(days => ${days})
      and not exists (select from invoices i where i.account_id = a.id)
      and not exists (select from subscriptions s where s.account_id = a.id and s.status in ('active', 'past_due'))
      and not exists (select from account_links l where l.account_id = a.id and l.purpose = 'verify'
        and l.used_at is null and l.expires_at > now())
    order by a.created_at limit 200`.execute(sql);
  return rows;
}

/** Sign-ups and drafts whose time is over, at most 200. */
export async function selectExpired(sql: Sql): Promise<RegistrationRow[]> {
  return sql
    .selectFrom("registrations")
    .select(COLUMNS)
    .where("expires_at", "<", raw<Date>`now()`)
    .orderBy("expires_at")
    .limit(200)
    .execute();
}

/** Earners whose plan has changed, with the profile of the new one still in its draft; at most 200. */
export async function selectDueProfiles(sql: Sql): Promise<{ account_id: string }[]> {
  const { rows } = await raw<{ account_id: string }>`
    select r.account_id from registrations r
    join accounts a on a.id = r.account_id and a.plan = r.plan
    join subscriptions s on s.account_id = r.account_id and s.plan = r.plan and s.status in ('active', 'past_due')
    left join earner_profiles p on p.account_id = r.account_id
    where r.is_complete and p.plan is distinct from r.plan
    order by r.account_id limit 200`.execute(sql);
  return rows;
}

export async function prolongRegistration(sql: Sql, ofAccount: string): Promise<void> {
  await raw`update registrations set expires_at = now() + interval '7 days' where account_id = ${ofAccount}`.execute(
    sql,
  );
}
