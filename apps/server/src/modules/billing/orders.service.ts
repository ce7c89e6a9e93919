import { BILLING_MESSAGES } from "@app/contract/billing";
import { inTransaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { selectCustomer } from "./customers.sql.ts";
import { type SubscriptionRow, updateSubscription } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/** Longer than a call of the provider with its retries takes. */
const UNDER_WAY_MS = 60_000;

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
    return refuseOrder(deps, row, null);
  }
  if (deps.now().getTime() - row.consented_at.getTime() < UNDER_WAY_MS)
    throw new AppError("conflict", "A payment is under way. Please wait a minute.");
  const customer = await selectCustomer(deps.sql, row.account_id, row.provider);
  const made = customer && (await deps.payments.findByReference(customer, row.id));
  if (!made) return refuseOrder(deps, row, null);
  await takeOver(deps, made.id);
  throw new AppError("conflict", BILLING_MESSAGES.alreadyPaid);
}

/** @param decline why, in words for the person; null when nobody refused */
export async function refuseOrder(deps: BillingDeps, row: SubscriptionRow, decline: string | null): Promise<void> {
  if (row.provider_id !== null) {
    const state = await deps.payments.cancelNow(row.provider_id);
    if (!(await takeOverState(deps, row, state))) await takeOver(deps, row.provider_id);
    return;
  }
  await inTransaction(deps.sql, (tx) =>
    updateSubscription(tx, row.id, { status: "canceled", canceled_at: deps.now(), decline, version: row.version + 1 }),
  );
}
