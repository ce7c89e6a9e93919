import type { Plan } from "@app/contract/accounts";
import { BILLING_MESSAGES, type SubscriptionView, toChangeConsentText, toConsentText } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { subscriptionId } from "@app/contract/ids";
import { z } from "zod";
import { requireGuardianConsent } from "#modules/membership/earners/guardian.service.ts";
import { findPayablePlan } from "#modules/membership/earners/registration-state.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { CardDeclined } from "#platform/payments/payments.ts";
import { showSubscription } from "./billing.service.ts";
import { declined } from "./cards.service.ts";
import { selectCard, selectCards } from "./customers.sql.ts";
import { type Payer, requireCustomer } from "./detach-cards.service.ts";
import { endWithPeriod } from "./end-plan.service.ts";
import { abandonOrder, cancelOrder } from "./orders.service.ts";
import { requireOffer, toPrice } from "./plans.service.ts";
import { applyOrReconcile, type BillingDeps, reconcile } from "./reconcile.service.ts";
import {
  insertOrder,
  lockSubscription,
  renewAttempt,
  type SubscriptionRow,
  selectAccountPlan,
  selectByKey,
  selectLive,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.sql.ts";

/** `cents` is the price that the payer was shown. */
type Order = { plan: Plan; cents: number; cardId: string; key: string };

const DECLINED = "Your card was declined.";
const OVER = "This order has ended.";

/**
 * Pays for a plan. The order is saved before the provider is called, and its id is the idempotency key of that call: a
 * double click, a resent request or a lost reply still makes one subscription.
 * @throws AppError `payment_required` declined, with the provider's message on `card`; `conflict` a plan is paid, or the
 * price has changed; `not_allowed` a minor without guardian consent; `invalid_input`
 */
export async function subscribe(deps: BillingDeps, payer: Payer, order: Order): Promise<SubscriptionView> {
  const known = await selectByKey(deps.sql, payer.accountId, order.key);
  return payOrder(deps, payer, known ? requireSame(known, order) : await placeOrder(deps, payer, order));
}

function requireSame(known: SubscriptionRow, order: Order): SubscriptionRow {
  if (known.plan !== order.plan || known.price_cents !== order.cents)
    throw new AppError("conflict", "This key belongs to another order.");
  return known;
}

async function placeOrder(deps: BillingDeps, payer: Payer, order: Order): Promise<SubscriptionRow> {
  await requireGuardianConsent(deps, payer.accountId);
  await requirePlanOfProfile(deps, payer, order.plan);
  const { provider } = deps.payments;
  const card = await selectCard(deps.sql, { id: order.cardId, accountId: payer.accountId, provider });
  if (!card) throw fieldError("payment_method_id", "Please choose one of your cards.");
  const offer = await requireOffer(deps.sql, order.plan);
  if (offer.price_cents !== order.cents) throw new AppError("conflict", BILLING_MESSAGES.priceChanged);
  const live = await selectLive(deps.sql, payer.accountId);
  if (live && live.idempotency_key !== order.key) await abandonOrder(deps, live);
  const placed = await inTransaction(deps.sql, async (tx) => {
    await insertOrder(tx, {
      id: newId(subscriptionId),
      accountId: payer.accountId,
      provider,
      key: order.key,
      plan: order.plan,
      priceCents: offer.price_cents,
      cardId: card.id,
      consentText: toConsentText(offer.title, offer.price_cents),
      at: deps.now(),
    });
    return selectByKey(tx, payer.accountId, order.key);
  });
  // A concurrent request placed another order first.
  if (!placed) throw new AppError("conflict", BILLING_MESSAGES.alreadyPaid);
  return requireSame(placed, order);
}

/** @throws AppError `conflict` no profile was entered; `invalid_input` on `plan`: the profile is of another plan */
async function requirePlanOfProfile(deps: BillingDeps, payer: Payer, plan: Plan): Promise<void> {
  const payable = await findPayablePlan(deps, deps.sql, payer.accountId);
  if (payable === null && (await selectAccountPlan(deps.sql, payer.accountId)) === null)
    throw new AppError("conflict", EARNER_MESSAGES.incomplete);
  if (payable !== null && payable !== plan) throw fieldError("plan", EARNER_MESSAGES.otherPlan);
}

async function payOrder(deps: BillingDeps, payer: Payer, known: SubscriptionRow): Promise<SubscriptionView> {
  const row = await refreshAnswered(deps, known);
  if (row.status === "canceled") throw row.decline ? declined(row.decline) : new AppError("conflict", OVER);
  if (row.provider_id !== null) return finishOrder(deps, row.id);
  const { provider } = deps.payments;
  const cardId = row.payment_method_id ?? "";
  const card = await selectCard(deps.sql, { id: cardId, accountId: payer.accountId, provider });
  if (!card) throw fieldError("payment_method_id", "Please choose one of your cards.");
  const customerId = await requireCustomer(deps, payer);
  const offer = await requireOffer(deps.sql, row.plan);
  const price = { ...toPrice(offer), cents: row.price_cents };
  const attempt = await inTransaction(deps.sql, (tx) => renewAttempt(tx, row.id, deps.now()));
  if (!attempt) throw new AppError("conflict", OVER);
  try {
    const state = await deps.payments.subscribe({ reference: row.id, customerId, cardId: card.provider_id, price });
    await applyOrReconcile(deps, attempt, state);
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    await cancelOrder(deps, attempt, error.message);
    throw declined(error.message);
  }
  return finishOrder(deps, row.id);
}

/**
 * Continues an order or a renewal after the bank's challenge, or reports its outcome.
 * @throws AppError `payment_required` declined; `conflict` there is no order
 */
export async function confirmOrder(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  const live = await selectLive(deps.sql, payer.accountId);
  if (!live?.provider_id) throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
  await refreshAnswered(deps, live);
  return finishOrder(deps, live.id);
}

/** The bank may have accepted the payment since the provider's last answer. */
async function refreshAnswered(deps: BillingDeps, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.provider_id === null || (row.status !== "incomplete" && row.status !== "past_due")) return row;
  await reconcile(deps, row.provider_id);
  return (await selectSubscription(deps.sql, row.id)) ?? row;
}

async function finishOrder(deps: BillingDeps, id: string): Promise<SubscriptionView> {
  const row = await selectSubscription(deps.sql, id);
  if (!row) throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
  if (row.status === "canceled") throw declined(row.decline ?? DECLINED);
  const view = await showSubscription(deps, row);
  if (row.status !== "incomplete" || view.requires_action) return view;
  const message = row.decline ?? DECLINED;
  if (!(await cancelOrder(deps, row, message))) return finishOrder(deps, id);
  throw declined(message);
}

/**
 * Ends the plan with the paid period, or at once if its renewal is unpaid.
 * @throws AppError `conflict` there is no paid plan
 */
export async function cancel(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  const { row, providerId } = await requirePaid(deps, payer);
  await endWithPeriod(deps, row, providerId);
  return showAgain(deps, row);
}

/**
 * @throws AppError `conflict` there is no paid plan, its last period is over, or there is no card to charge;
 * `not_allowed` guardian consent is missing
 */
export async function resume(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  await requireGuardianConsent(deps, payer.accountId);
  const { row, providerId } = await requirePaid(deps, payer);
  const cards = await selectCards(deps.sql, payer.accountId, row.provider);
  if (cards.length === 0) throw new AppError("conflict", BILLING_MESSAGES.noCard);
  await applyOrReconcile(deps, row, await deps.payments.setCancelAtPeriodEnd(providerId, false));
  return showAgain(deps, row);
}

/**
 * The new plan and its price start with the next renewal, so nothing is prorated. Choosing the current plan undoes a
 * pending change, at the price agreed to before. A job updates the provider, so that the agreed price and the charged
 * price cannot diverge when the provider is unavailable.
 * @throws AppError `conflict` there is no paid plan, it is renewing or ending, or the price has changed;
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
    // Without a renewal, the plan that was agreed to would never start.
    if (locked.cancel_at_period_end) throw new AppError("conflict", BILLING_MESSAGES.resumeFirst);
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
  return showAgain(deps, row);
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

async function showAgain(deps: BillingDeps, row: SubscriptionRow): Promise<SubscriptionView> {
  return showSubscription(deps, (await selectSubscription(deps.sql, row.id)) ?? row);
}
