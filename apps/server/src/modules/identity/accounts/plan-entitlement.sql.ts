import type { Plan } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

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
