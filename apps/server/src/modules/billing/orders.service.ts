import { BILLING_MESSAGES } from "@app/contract/billing";
import { inTransaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { selectCustomer } from "./customers.sql.ts";
import { lockSubscription, type SubscriptionRow, selectSubscription, updateSubscription } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/** Longer than a call of the provider with its retries takes. */
const UNDER_WAY_MS = 60_000;
const UNDER_WAY = "A payment is under way. Please wait a minute.";

/**
 * Ends what was begun with an order that is not paid, so that another one can take its place.
 * @throws AppError `conflict` it is paid, or is being paid at this moment
 */
export async function abandonOrder(deps: BillingDeps, row: SubscriptionRow): Promise<void> {
  if (row.status !== "incomplete") throw new AppError("conflict", BILLING_MESSAGES.alreadyPaid);
  if (row.provider_id !== null) {
    // The bank may have said yes since we last asked.
    const state = await deps.payments.readSubscription(row.provider_id);
    if (state && state.status !== "incomplete") await takeOver(deps, row.provider_id);
    if (state?.status === "active") throw new AppError("conflict", BILLING_MESSAGES.alreadyPaid);
    await refuseOrder(deps, row, null);
    return;
  }
  if (deps.now().getTime() - row.attempted_at.getTime() < UNDER_WAY_MS) throw new AppError("conflict", UNDER_WAY);
  const customer = await selectCustomer(deps.sql, row.account_id, row.provider);
  const made = customer && (await deps.payments.findByReference(customer, row.id));
  if (made) {
    await takeOver(deps, made.id);
    const answered = await selectSubscription(deps.sql, row.id);
    if (answered && answered.status !== "canceled") await abandonOrder(deps, answered);
    return;
  }
  if (!(await refuseOrder(deps, row, null))) throw new AppError("conflict", UNDER_WAY);
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
