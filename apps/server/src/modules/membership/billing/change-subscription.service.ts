import type { Plan } from "@app/contract/accounts";
import { BILLING_MESSAGES, type SubscriptionView, toChangeConsentText } from "@app/contract/billing";
import { requireGuardianConsent } from "#modules/membership/earners/guardian.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import type { SubscriptionState } from "#platform/payments/payments.ts";
import type { Payer } from "./payer.service.ts";
import { requireOffer } from "./plans.service.ts";
import { settlePriceJob } from "./settle-price.jobs.ts";
import { showSubscription } from "./show-subscription.service.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  selectLive,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/**
 * Lets the plan end with the paid period; twice is once.
 * @throws AppError `conflict` there is no paid plan
 */
export async function cancelAtPeriodEnd(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  const { row, providerId } = await requirePaid(deps, payer);
  return keep(deps, row, await deps.payments.setCancelAtPeriodEnd(providerId, true));
}

/** @throws AppError `conflict` there is no paid plan, or its last period is over; `not_allowed` as to pay for one */
export async function resume(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  await requireGuardianConsent(deps, payer.accountId);
  const { row, providerId } = await requirePaid(deps, payer);
  return keep(deps, row, await deps.payments.setCancelAtPeriodEnd(providerId, false));
}

/**
 * The new plan and its price begin with the next renewal, so that nothing has to be reckoned up. The present plan
 * takes a change back, at the price that was agreed to. The provider is told by a job: what the person agreed to
 * and what will be asked for cannot part, however often the provider fails to answer.
 * @throws AppError `conflict` there is no paid plan, it is being renewed, or the price is another now;
 * `not_allowed` as to pay for one
 */
export async function changePlan(
  deps: BillingDeps,
  payer: Payer,
  { plan, cents: agreed }: { plan: Plan; cents: number },
): Promise<SubscriptionView> {
  await requireGuardianConsent(deps, payer.accountId);
  const row = await requireRunning(deps, payer);
  const offer = await requireOffer(deps.sql, plan);
  await inTransaction(deps.sql, async (tx) => {
    const locked = await lockSubscription(tx, row.id);
    if (!locked || locked.status === "canceled") throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
    const isBack = plan === locked.plan;
    const cents = isBack ? locked.price_cents : offer.price_cents;
    if (cents !== agreed) throw new AppError("conflict", BILLING_MESSAGES.priceChanged);
    await updateSubscription(tx, row.id, {
      pending_plan: isBack ? null : plan,
      pending_price_cents: isBack ? null : cents,
      consent_text: toChangeConsentText(offer.title, cents),
      consented_at: deps.now(),
    });
    await enqueue(tx, settlePriceJob, { subscription_id: row.id });
  });
  return showSubscription(deps, (await selectSubscription(deps.sql, row.id)) ?? row);
}

/** In the middle of a renewal nobody could say which plan it was of, so a change waits until it is heard of. */
async function requireRunning(deps: BillingDeps, payer: Payer): Promise<SubscriptionRow> {
  const isOver = ({ current_period_end }: SubscriptionRow) =>
    current_period_end !== null && current_period_end <= deps.now();
  const { row, providerId } = await requirePaid(deps, payer);
  if (!isOver(row)) return row;
  await takeOver(deps, providerId);
  const heard = await requirePaid(deps, payer);
  if (isOver(heard.row)) throw new AppError("conflict", BILLING_MESSAGES.renewing);
  return heard.row;
}

async function requirePaid(deps: BillingDeps, payer: Payer): Promise<{ row: SubscriptionRow; providerId: string }> {
  const row = await selectLive(deps.sql, payer.accountId);
  if (!row?.provider_id || row.status === "incomplete" || row.provider !== deps.payments.provider)
    throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
  return { row, providerId: row.provider_id };
}

async function keep(deps: BillingDeps, row: SubscriptionRow, state: SubscriptionState): Promise<SubscriptionView> {
  if (!(await takeOverState(deps, row, state))) await takeOver(deps, state.id);
  return showSubscription(deps, (await selectSubscription(deps.sql, row.id)) ?? row);
}
