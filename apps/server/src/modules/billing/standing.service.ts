import type { Plan } from "@app/contract/accounts";
import type { Sql } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { selectPaidPlan } from "./standing.sql.ts";
import { stopRenewalJob } from "./stop-renewal.jobs.ts";

/** @returns whether a plan is paid for, the days of grace after a failed payment included */
export async function hasPaidPlan(sql: Sql, accountId: string): Promise<boolean> {
  return (await selectPaidPlan(sql, accountId)) !== null;
}

/** @returns the plan that is paid for; null when none is */
export function findPaidPlan(sql: Sql, accountId: string): Promise<Plan | null> {
  return selectPaidPlan(sql, accountId);
}

/**
 * Lets a plan end with the paid period, if and when the caller's transaction is committed. The provider
 * is told by a job: nothing outside the database may happen within a transaction.
 */
export async function stopRenewal(tx: Sql, accountId: string): Promise<void> {
  await enqueue(tx, stopRenewalJob, { account_id: accountId });
}
