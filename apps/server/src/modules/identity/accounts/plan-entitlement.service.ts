import type { Plan } from "@app/contract/accounts";
import type { Sql } from "#platform/db/database.ts";
import { updatePlanLapsed, updatePlanPaid } from "./plan-entitlement.sql.ts";

/** An earner has the plan that is paid; somebody who is none yet becomes one with the profile, not here. */
export function setPlanPaid(tx: Sql, accountId: string, plan: Plan): Promise<void> {
  return updatePlanPaid(tx, accountId, plan);
}

/** An earner's plan is no longer paid: what is published stays, nothing new is taken. */
export function setPlanLapsed(tx: Sql, accountId: string, at: Date): Promise<void> {
  return updatePlanLapsed(tx, accountId, at);
}
