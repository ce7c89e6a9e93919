import { BILLING_MESSAGES } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { inTransaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { selectCustomer } from "./customers.sql.ts";
import { applyOrReconcile, type BillingDeps, reconcile } from "./reconcile.service.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  selectLive,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.sql.ts";

/** Longer than one call to the provider takes, including its retries. */
export const UNDER_WAY_MS = 60_000;

/**
 * Reads the current state of an account's unpaid order from the provider.
 * @throws AppError `unavailable` the provider does not respond
 */
export async function refreshOrderOf(deps: BillingDeps, accountId: string): Promise<void> {
  const live = await selectLive(deps.sql, accountId);
  if (live) await refreshOrder(deps, live);
}

/** The same for a plan too, whose renewal may be charged already. */
export async function refreshPlanOf(deps: BillingDeps, accountId: string): Promise<void> {
  const live = await selectLive(deps.sql, accountId);
  const isPlan = live !== null && live.status !== "incomplete" && live.provider === deps.payments.provider;
  if (isPlan && live.provider_id !== null) await reconcile(deps, live.provider_id);
  else if (live) await refreshOrder(deps, live);
}

/**
 * Cancels an account's unpaid order, here and at the provider, so that a deleted account is never charged.
 * @throws AppError `conflict` it is being paid, or was just paid; `unavailable` the provider does not respond
 */
export async function abandonOrderOf(deps: BillingDeps, accountId: string): Promise<void> {
  const live = await selectLive(deps.sql, accountId);
  if (live?.status === "incomplete") await abandonOrder(deps, live);
}

/**
 * Cancels an unpaid order so that another one can replace it.
 * @throws AppError `conflict` it is paid, or is being paid
 */
export async function abandonOrder(deps: BillingDeps, row: SubscriptionRow): Promise<void> {
  if (row.status !== "incomplete") throw alreadyPaid(row);
  // The bank may have accepted the payment since our last read.
  const now = await refreshOrder(deps, row);
  if (!now || now.status === "canceled") return;
  if (now.status !== "incomplete") throw alreadyPaid(now);
  if (now.provider_id === null) throw new AppError("conflict", EARNER_MESSAGES.abortPaying);
  if (!(await cancelOrder(deps, now, null))) await abandonOrder(deps, now);
}

function alreadyPaid(row: SubscriptionRow): AppError {
  return new AppError("conflict", row.refund_requested_at ? EARNER_MESSAGES.ending : BILLING_MESSAGES.alreadyPaid);
}

/**
 * Reads the outcome of an unpaid order from the provider. Cancels an order that never reached the provider, one minute
 * after the last attempt.
 * @returns the order as it is now
 */
export async function refreshOrder(deps: BillingDeps, row: SubscriptionRow): Promise<SubscriptionRow | null> {
  if (row.status !== "incomplete") return row;
  const providerId = row.provider_id ?? (await findAtProvider(deps, row));
  if (providerId !== null) await reconcile(deps, providerId);
  else if (!isUnderWay(deps, row)) await cancelOrder(deps, row, null);
  return selectSubscription(deps.sql, row.id);
}

/** @returns the provider's id of an order whose reply was lost */
async function findAtProvider(deps: BillingDeps, row: SubscriptionRow): Promise<string | null> {
  if (isUnderWay(deps, row)) return null;
  const customer = await selectCustomer(deps.sql, row.account_id, row.provider);
  const state = customer && (await deps.payments.findByReference(customer, row.id));
  return state ? state.id : null;
}

function isUnderWay(deps: BillingDeps, row: SubscriptionRow): boolean {
  return deps.now().getTime() - row.attempted_at.getTime() < UNDER_WAY_MS;
}

/**
 * @param decline the reason to show to the payer; null: nobody declined the payment
 * @returns false: the order was sent to the provider again, or was answered, since `row` was read; it is unchanged
 */
export async function cancelOrder(deps: BillingDeps, row: SubscriptionRow, decline: string | null): Promise<boolean> {
  const at = deps.now();
  if (row.provider_id === null)
    return changeUnlessAnswered(deps, row, { status: "canceled", canceled_at: at, decline });
  // Recorded first: the provider may accept the payment before it cancels the order.
  if (!(await changeUnlessAnswered(deps, row, { abandoned_at: at }))) return false;
  const recorded = { ...row, version: row.version + 1 };
  await applyOrReconcile(deps, recorded, await deps.payments.cancelNow(row.provider_id));
  return true;
}

function changeUnlessAnswered(
  deps: BillingDeps,
  row: SubscriptionRow,
  changes: Partial<Pick<SubscriptionRow, "status" | "canceled_at" | "decline" | "abandoned_at">>,
): Promise<boolean> {
  return inTransaction(deps.sql, async (tx) => {
    const locked = await lockSubscription(tx, row.id);
    if (locked?.version !== row.version || locked.attempted_at.getTime() !== row.attempted_at.getTime()) return false;
    await updateSubscription(tx, row.id, { ...changes, version: row.version + 1 });
    return true;
  });
}
