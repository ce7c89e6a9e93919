import type { Plan } from "@app/contract/accounts";
import type { Sql } from "#platform/db/database.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { markCardRemoved, selectCards } from "./cards.sql.ts";
import { lockPayer } from "./customers.sql.ts";
import { detachCardJob } from "./detach-card.jobs.ts";
import { abandonOrder, refreshOrder } from "./orders.service.ts";
import { selectPaidPlan } from "./standing.sql.ts";
import { stopRenewalJob } from "./stop-renewal.jobs.ts";
import { selectLive } from "./subscriptions.sql.ts";
import type { BillingDeps } from "./takeover.service.ts";

export { type EndedPlan, endPlanWithRefund } from "./end-plan.service.ts";
export type { BillingDeps };

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

/**
 * Asks the provider how an order that is not paid has ended, so that what follows is decided by what is true now.
 * @throws AppError `unavailable` the provider does not answer
 */
export async function refreshOpenOrder(deps: BillingDeps, accountId: string): Promise<void> {
  const live = await selectLive(deps.sql, accountId);
  if (live) await refreshOrder(deps, live);
}

/**
 * Ends an order that is not paid, here and at the provider, so that nothing is charged for an account that goes.
 * @throws AppError `conflict` it is being paid at this moment, or just was; `unavailable` the provider does not answer
 */
export async function abandonOpenOrder(deps: BillingDeps, accountId: string): Promise<void> {
  const live = await selectLive(deps.sql, accountId);
  if (live?.status === "incomplete") await abandonOrder(deps, live);
}

/** Takes every card off, here and at the provider: whoever allowed them to be kept no longer does. */
export async function removeCards(
  deps: Pick<BillingDeps, "payments" | "now">,
  tx: Sql,
  accountId: string,
): Promise<void> {
  await lockPayer(tx, accountId);
  for (const card of await selectCards(tx, accountId, deps.payments.provider)) {
    await markCardRemoved(tx, card.id, deps.now());
    await enqueue(tx, detachCardJob, { account_id: accountId, provider_card_id: card.provider_id });
  }
}

/** Lets `remove` delete an account, and then has its cards taken off at the provider. @returns what `remove` does */
export async function removeWithCards(
  deps: Pick<BillingDeps, "payments">,
  tx: Sql,
  accountId: string,
  remove: () => Promise<boolean>,
): Promise<boolean> {
  const cards = await selectCards(tx, accountId, deps.payments.provider);
  if (!(await remove())) return false;
  for (const card of cards)
    await enqueue(tx, detachCardJob, { account_id: accountId, provider_card_id: card.provider_id });
  return true;
}
