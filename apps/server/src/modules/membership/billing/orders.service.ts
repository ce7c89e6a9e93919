import { BILLING_MESSAGES, GRACE_DAYS } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { z } from "zod";
import { inTransaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { selectCustomer } from "./customers.sql.ts";
import { deleteOldEvents } from "./invoices.sql.ts";
import { applyOrReconcile, type BillingDeps, reconcile } from "./reconcile.service.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  selectLive,
  selectOverdue,
  selectSubscription,
  selectUnanswered,
  selectUnheard,
  updateSubscription,
} from "./subscriptions.sql.ts";

/** Longer than one call to the provider takes, including its retries. */
const UNDER_WAY_MS = 60_000;

/**
 * Reads the current state of an account's unpaid order from the provider.
 * @throws AppError `unavailable` the provider does not respond
 */
export async function refreshOrderOf(deps: BillingDeps, accountId: string): Promise<void> {
  const live = await selectLive(deps.sql, accountId);
  if (live) await refreshOrder(deps, live);
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
  await cancelOrder(deps, now, null);
}

function alreadyPaid(row: SubscriptionRow): AppError {
  return new AppError("conflict", row.refund_requested_at ? EARNER_MESSAGES.ending : BILLING_MESSAGES.alreadyPaid);
}

/**
 * Reads the outcome of an unpaid order from the provider. Cancels an order that never reached the provider, one minute
 * after the last attempt.
 * @returns the order as it is now
 */
async function refreshOrder(deps: BillingDeps, row: SubscriptionRow): Promise<SubscriptionRow | null> {
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
  if (row.provider_id !== null) {
    await applyOrReconcile(deps, row, await deps.payments.cancelNow(row.provider_id));
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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Stripe waits an hour before it charges a renewal. */
const RENEWAL_LATE_MS = 3 * HOUR_MS;
/** Events arrive within seconds; after this long one was lost. */
const ORDER_LATE_MS = 10 * MINUTE_MS;

/**
 * Ends plans whose grace period is over, and reads renewals and orders from the provider whose events did not arrive. A
 * subscription that fails is retried an hour later and does not block the others.
 */
async function watchPlans(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const now = deps.now().getTime();
  const { payments, sql } = deps;
  const { provider } = payments;
  const forEach = (
    select: (after: SubscriptionRow | null) => Promise<SubscriptionRow[]>,
    work: (row: SubscriptionRow) => Promise<void>,
  ) => workThrough(deps, { failure: "subscription could not be checked", signal, next: select, work });

  await forEach(
    (after) => selectOverdue(sql, new Date(now - GRACE_DAYS * DAY_MS), { provider, after }),
    async (row) => {
      if (row.provider_id) await applyOrReconcile(deps, row, await payments.cancelNow(row.provider_id));
    },
  );
  await forEach(
    (after) => selectUnheard(sql, new Date(now - RENEWAL_LATE_MS), { provider, after }),
    async (row) => {
      if (row.provider_id) await reconcile(deps, row.provider_id);
    },
  );
  await forEach(
    (after) => selectUnanswered(sql, new Date(now - ORDER_LATE_MS), { provider, after }),
    async (row) => {
      await refreshOrder(deps, row);
    },
  );
  await deleteOldEvents(sql);
}

export const watchPlansJob = defineJob({
  name: "billing:watch-plans",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 10 * 60_000,
  cron: "41 * * * *",
  run: (deps, _, signal) => watchPlans(deps, signal),
});
