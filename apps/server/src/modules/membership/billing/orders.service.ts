import { BILLING_MESSAGES } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { inTransaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { selectCustomer } from "./customers.sql.ts";
import { lockSubscription, type SubscriptionRow, selectSubscription, updateSubscription } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/** Longer than a call of the provider with its retries takes. */
const UNDER_WAY_MS = 60_000;
const UNDER_WAY = EARNER_MESSAGES.abortPaying;

/**
 * Ends what was begun with an order that is not paid, so that another one can take its place.
 * @throws AppError `conflict` it is paid, or is being paid at this moment
 */
export async function abandonOrder(deps: BillingDeps, row: SubscriptionRow): Promise<void> {
  if (row.status !== "incomplete") throw alreadyPaid(row);
  // The bank may have said yes since we last asked.
  const now = await refreshOrder(deps, row);
  if (!now || now.status === "canceled") return;
  if (now.status !== "incomplete") throw alreadyPaid(now);
  if (now.provider_id === null) throw new AppError("conflict", UNDER_WAY);
  await refuseOrder(deps, now, null);
}

function alreadyPaid(row: SubscriptionRow): AppError {
  return new AppError("conflict", row.refund_requested_at ? EARNER_MESSAGES.ending : BILLING_MESSAGES.alreadyPaid);
}

/**
 * Asks the provider how an order that is not paid has ended; one that it never got is over, a minute after the last try.
 * @returns the order as it is now
 */
export async function refreshOrder(deps: BillingDeps, row: SubscriptionRow): Promise<SubscriptionRow | null> {
  if (row.status !== "incomplete") return row;
  const providerId = row.provider_id ?? (await findMade(deps, row));
  if (providerId !== null) await takeOver(deps, providerId);
  else if (!isUnderWay(deps, row)) await refuseOrder(deps, row, null);
  return selectSubscription(deps.sql, row.id);
}

/** @returns the provider's id of an order whose answer never came */
async function findMade(deps: BillingDeps, row: SubscriptionRow): Promise<string | null> {
  if (isUnderWay(deps, row)) return null;
  const customer = await selectCustomer(deps.sql, row.account_id, row.provider);
  const made = customer && (await deps.payments.findByReference(customer, row.id));
  return made ? made.id : null;
}

function isUnderWay(deps: BillingDeps, row: SubscriptionRow): boolean {
  return deps.now().getTime() - row.attempted_at.getTime() < UNDER_WAY_MS;
}

/**
 * @param decline why, in words for the person; null when nobody refused
 * @returns false: the provider was asked again, or has answered, since `row` was read; the order is left as it is
 */
export async function refuseOrder(deps: BillingDeps, row: SubscriptionRow, decline: string | null): Promise<boolean> {
  if (row.provider_id !== null) {
    const state = await deps.payments.cancelNow(row.provider_id);
    if (!(await takeOverState(deps, row, state))) await takeOver(deps, row.provider_id);
    return true;
  }
  return inTransaction(deps.sql, async (tx) => {
    const locked = await lockSubscription(tx, row.id);
    if (locked?.version !== row.version || locked.attempted_at.getTime() !== row.attempted_at.getTime()) return false;
    const version = row.version + 1;
    await updateSubscription(tx, row.id, { status: "canceled", canceled_at: deps.now(), decline, version });
    return true;
  });
}
