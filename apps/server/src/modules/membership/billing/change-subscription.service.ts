import type { Plan } from "@app/contract/accounts";
import { BILLING_MESSAGES, type SubscriptionView, toChangeConsentText } from "@app/contract/billing";
import { z } from "zod";
import { requireGuardianConsent } from "#modules/membership/earners/guardian.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import type { SubscriptionState } from "#platform/payments/payments.ts";
import { showSubscription } from "./billing.service.ts";
import type { Payer } from "./detach-cards.service.ts";
import { requireOffer, toPrice } from "./plans.service.ts";
import { applyOrReconcile, type BillingDeps, reconcile } from "./reconcile.service.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  selectLive,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.sql.ts";

/**
 * Ends the plan with the paid period. Idempotent.
 * @throws AppError `conflict` there is no paid plan
 */
export async function cancelAtPeriodEnd(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  const { row, providerId } = await requirePaid(deps, payer);
  return applyAndShow(deps, row, await deps.payments.setCancelAtPeriodEnd(providerId, true));
}

/** @throws AppError `conflict` there is no paid plan, or its last period is over; `not_allowed` guardian consent is missing */
export async function resume(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  await requireGuardianConsent(deps, payer.accountId);
  const { row, providerId } = await requirePaid(deps, payer);
  return applyAndShow(deps, row, await deps.payments.setCancelAtPeriodEnd(providerId, false));
}

/**
 * The new plan and its price start with the next renewal, so nothing is prorated. Choosing the current plan undoes a
 * pending change, at the price agreed to before. A job updates the provider, so that the agreed price and the charged
 * price cannot diverge when the provider is unavailable.
 * @throws AppError `conflict` there is no paid plan, it is renewing, or the price has changed;
 * `not_allowed` guardian consent is missing
 */
export async function changePlan(
  deps: BillingDeps,
  payer: Payer,
  { plan, cents: agreedCents }: { plan: Plan; cents: number },
): Promise<SubscriptionView> {
  await requireGuardianConsent(deps, payer.accountId);
  const row = await requireNotRenewing(deps, payer);
  const offer = await requireOffer(deps.sql, plan);
  await inTransaction(deps.sql, async (tx) => {
    const locked = await lockSubscription(tx, row.id);
    if (!locked || locked.status === "canceled") throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
    const isCurrent = plan === locked.plan;
    const cents = isCurrent ? locked.price_cents : offer.price_cents;
    if (cents !== agreedCents) throw new AppError("conflict", BILLING_MESSAGES.priceChanged);
    await updateSubscription(tx, row.id, {
      pending_plan: isCurrent ? null : plan,
      pending_price_cents: isCurrent ? null : cents,
      consent_text: toChangeConsentText(offer.title, cents),
      consented_at: deps.now(),
    });
    await enqueue(tx, applyPriceJob, { subscription_id: row.id });
  });
  return showSubscription(deps, (await selectSubscription(deps.sql, row.id)) ?? row);
}

export const applyPriceJob = defineJob({
  name: "billing:apply-price",
  lane: "short",
  payload: z.strictObject({ subscription_id: z.uuid() }),
  attempts: 12,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => applyPrice(deps, payload.subscription_id),
});

/** Sets the price of the next renewal at the provider to the one agreed to last. */
async function applyPrice(deps: BillingDeps, id: string): Promise<void> {
  const row = await selectSubscription(deps.sql, id);
  if (!row?.provider_id || row.status === "canceled" || row.provider !== deps.payments.provider) return;
  const offer = await requireOffer(deps.sql, row.pending_plan ?? row.plan);
  const price = { ...toPrice(offer), cents: row.pending_price_cents ?? row.price_cents };
  await applyOrReconcile(deps, row, await deps.payments.setPrice(row.provider_id, price));
}

/** During a renewal it is unclear which plan is being charged, so a change waits until the renewal has arrived. */
async function requireNotRenewing(deps: BillingDeps, payer: Payer): Promise<SubscriptionRow> {
  const isOver = ({ current_period_end }: SubscriptionRow) =>
    current_period_end !== null && current_period_end <= deps.now();
  const { row, providerId } = await requirePaid(deps, payer);
  if (!isOver(row)) return row;
  await reconcile(deps, providerId);
  const refreshed = await requirePaid(deps, payer);
  if (isOver(refreshed.row)) throw new AppError("conflict", BILLING_MESSAGES.renewing);
  return refreshed.row;
}

async function requirePaid(deps: BillingDeps, payer: Payer): Promise<{ row: SubscriptionRow; providerId: string }> {
  const row = await selectLive(deps.sql, payer.accountId);
  if (!row?.provider_id || row.status === "incomplete" || row.provider !== deps.payments.provider)
    throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
  return { row, providerId: row.provider_id };
}

async function applyAndShow(
  deps: BillingDeps,
  row: SubscriptionRow,
  state: SubscriptionState,
): Promise<SubscriptionView> {
  await applyOrReconcile(deps, row, state);
  return showSubscription(deps, (await selectSubscription(deps.sql, row.id)) ?? row);
}
