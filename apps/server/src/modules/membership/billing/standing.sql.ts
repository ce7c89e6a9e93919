import type { Plan } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/**
 * Also past due: the days of grace end when a job says `canceled`, for everybody at once. Not a plan that is being ended
 * with a refund.
 */
export async function selectPaidPlan(sql: Sql, accountId: string): Promise<Plan | null> {
  const { rows } = await raw<{ plan: Plan }>`
    select plan from subscriptions 
    where account_id = ${accountId} and status in ('active', 'past_due') and refund_requested_at is null`.execute(sql);
  return rows[0]?.plan ?? null;
}

/** @returns the plan of an earner, paid or not */
export async function selectAccountPlan(sql: Sql, accountId: string): Promise<Plan | null> {
  const { rows } = await raw<{ plan: Plan | null }>`select plan from accounts where id = ${accountId}`.execute(sql);
  return rows[0]?.plan ?? null;
}
