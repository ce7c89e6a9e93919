import { z } from "zod";
import { isGuardianNeeded } from "#modules/membership/earners/guardian.service.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { selectLeaving } from "./customers.sql.ts";
import { purgeCards } from "./detach-cards.service.ts";
import { hasOtherPayment, selectRefundable } from "./invoices.sql.ts";
import { cancelOrder, refreshOrder, UNDER_WAY_MS } from "./orders.service.ts";
import { applyOrReconcile, type BillingDeps, reconcile, refundPaymentJob } from "./reconcile.service.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  selectLive,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.sql.ts";

/** Ends a plan with its paid period. A job updates the provider, because a transaction may only touch the database. */
export async function stopRenewal(tx: Sql, accountId: string): Promise<void> {
  await enqueue(tx, stopRenewalJob, { account_id: accountId });
}

export type EndedPlan = {
  refundedCents: number;
  card: { last4: string } | null;
  /** Another payment of the account, for this or an earlier plan, is not refunded. */
  keepsPayment: boolean;
  isNew: boolean;
};

/**
 * Ends a plan at once and refunds it; jobs update the provider after the commit. A charge that arrives later is refunded
 * too. Idempotent.
 * @param scope refund `everything` that was paid for the plan, or only the `newest` payment
 * @returns null: there is no plan to end
 */
export async function endPlanWithRefund(
  deps: Pick<Deps, "now">,
  tx: Sql,
  accountId: string,
  { by, scope }: { by: "person" | "staff"; scope: "everything" | "newest" },
): Promise<EndedPlan | null> {
  const live = await selectLive(tx, accountId);
  const locked = live && (await lockSubscription(tx, live.id));
  if (!locked || locked.status === "canceled") return null;
  const payments = (await selectRefundable(tx, locked.id)).slice(0, scope === "newest" ? 1 : undefined);
  const refunded = payments.map(({ id }) => id);
  const ended = {
    refundedCents: payments.reduce((sum, { left_cents }) => sum + left_cents, 0),
    card: payments[0]?.card_last4 ? { last4: payments[0].card_last4 } : null,
    keepsPayment: await hasOtherPayment(tx, accountId, refunded),
  };
  await stopRenewal(tx, accountId);
  if (locked.refund_requested_at !== null) return { ...ended, isNew: false };
  await updateSubscription(tx, locked.id, { refund_requested_at: deps.now(), refund_requested_by: by });
  for (const id of refunded) await enqueue(tx, refundPaymentJob, { invoice_id: id }, { key: `refund:${id}` });
  return { ...ended, isNew: true };
}

export const stopRenewalJob = defineJob({
  name: "billing:stop-renewal",
  lane: "short",
  payload: z.strictObject({ account_id: z.uuid() }),
  attempts: 12,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => endPlan(deps, payload.account_id),
});

/**
 * Ends the plan with its period, or at once if the account is erased or gets a refund; an erased account also loses its
 * cards. Re-reads whether the plan should end: somebody may have restored their account before the job ran.
 */
export async function endPlan(deps: BillingDeps, accountId: string): Promise<void> {
  const { isErased, isLeaving } = await selectLeaving(deps.sql, accountId);
  const live = await selectLive(deps.sql, accountId);
  if (live && live.provider === deps.payments.provider) {
    const isOver = isErased || live.refund_requested_at !== null;
    const hasToEnd = isOver || isLeaving || (await isGuardianNeeded(deps, accountId));
    if (hasToEnd && !(await endAtProvider(deps, live, isOver))) return endAfterAnswer(deps, accountId);
  }
  if (isErased) await purgeCards(deps, accountId);
}

/** The reply may make the order a plan that renews, and finding a lost one needs the customer. */
function endAfterAnswer({ sql }: BillingDeps, accountId: string): Promise<void> {
  return enqueue(sql, stopRenewalJob, { account_id: accountId }, { afterS: UNDER_WAY_MS / 1_000 });
}

/**
 * An order that is not paid yet ends at once, too.
 * @returns false: the order is being answered
 */
async function endAtProvider(deps: BillingDeps, live: SubscriptionRow, isOver: boolean): Promise<boolean> {
  const now = live.provider_id === null ? await refreshOrder(deps, live) : live;
  if (!now || now.status === "canceled") return true;
  if (now.provider_id === null) return false;
  if (now.status === "incomplete") return cancelOrder(deps, now, null);
  if (isOver) await applyOrReconcile(deps, now, await deps.payments.cancelNow(now.provider_id));
  else await endWithPeriod(deps, now, now.provider_id);
  return true;
}

/**
 * Ends a plan with its paid period. One whose renewal is unpaid ends at once, so that nobody charges for it any more.
 */
export async function endWithPeriod(deps: BillingDeps, before: SubscriptionRow, providerId: string): Promise<void> {
  // Only the provider knows whether a renewal that failed was paid in the meantime.
  if (before.status === "past_due") await reconcile(deps, providerId);
  const row = before.status === "past_due" ? await selectSubscription(deps.sql, before.id) : before;
  if (!row || row.status === "canceled") return;
  const isUnpaid = row.status === "past_due";
  const ended = isUnpaid
    ? await deps.payments.cancelNow(providerId)
    : await deps.payments.setCancelAtPeriodEnd(providerId, true);
  await applyOrReconcile(deps, row, ended, { isByPayer: isUnpaid });
}
