import type { Plan } from "@app/contract/accounts";
import { BILLING_MESSAGES, type SubscriptionView, toConsentText } from "@app/contract/billing";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { subscriptionId } from "@app/contract/ids";
import { requireGuardianConsent } from "#modules/membership/earners/guardian.service.ts";
import { findPayablePlan } from "#modules/membership/earners/registration-state.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { CardDeclined } from "#platform/payments/payments.ts";
import { declined } from "./cards.service.ts";
import { selectCard } from "./cards.sql.ts";
import { abandonOrder, refuseOrder } from "./orders.service.ts";
import { type Payer, requireCustomer } from "./payer.service.ts";
import { requireOffer, toPrice } from "./plans.service.ts";
import { showSubscription } from "./show-subscription.service.ts";
import { selectAccountPlan } from "./standing.sql.ts";
import {
  insertOrder,
  renewAttempt,
  type SubscriptionRow,
  selectByKey,
  selectLive,
  selectSubscription,
} from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

/** With the price that the person has read. */
export type Order = { plan: Plan; cents: number; cardId: string; key: string };

const DECLINED = "Your card was declined.";
const OVER = "This order is over.";

/**
 * Pays for a plan. The order is written down before the provider is asked, and its id is the key of the call:
 * pressed twice, sent twice or cut off in the middle, it is one subscription.
 * @throws AppError `payment_required` declined, with the provider's sentence on `card`; `conflict` a plan is paid, or the price
 * is another now; * `not_allowed` a minor without a guardian's consent; `invalid_input`
 */
export async function subscribe(deps: BillingDeps, payer: Payer, order: Order): Promise<SubscriptionView> {
  const known = await selectByKey(deps.sql, payer.accountId, order.key);
  return carryOut(deps, payer, known ? requireSame(known, order) : await placeOrder(deps, payer, order));
}

function requireSame(known: SubscriptionRow, order: Order): SubscriptionRow {
  if (known.plan !== order.plan || known.price_cents !== order.cents)
    throw new AppError("conflict", "This key belongs to another order.");
  return known;
}

async function placeOrder(deps: BillingDeps, payer: Payer, order: Order): Promise<SubscriptionRow> {
  await requireGuardianConsent(deps, payer.accountId);
  await requireOwnPlan(deps, payer, order.plan);
  const { provider } = deps.payments;
  const card = await selectCard(deps.sql, { id: order.cardId, accountId: payer.accountId, provider });
  if (!card) throw fieldError("payment_method_id", "Please choose one of your cards.");
  const offer = await requireOffer(deps.sql, order.plan);
  if (offer.price_cents !== order.cents) throw new AppError("conflict", BILLING_MESSAGES.priceChanged);
  const live = await selectLive(deps.sql, payer.accountId);
  if (live && live.idempotency_key !== order.key) await abandonOrder(deps, live);
  const kept = await inTransaction(deps.sql, async (tx) => {
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
  // Another order came first.
  if (!kept) throw new AppError("conflict", BILLING_MESSAGES.alreadyPaid);
  return requireSame(kept, order);
}

/** Nobody pays for a plan whose profile they have not entered. */
async function requireOwnPlan(deps: BillingDeps, payer: Payer, plan: Plan): Promise<void> {
  const entered = await findPayablePlan(deps, deps.sql, payer.accountId);
  if (entered === null && (await selectAccountPlan(deps.sql, payer.accountId)) === null)
    throw new AppError("conflict", EARNER_MESSAGES.incomplete);
  if (entered !== null && entered !== plan) throw fieldError("plan", EARNER_MESSAGES.otherPlan);
}

async function carryOut(deps: BillingDeps, payer: Payer, row: SubscriptionRow): Promise<SubscriptionView> {
  if (row.status === "canceled") throw row.decline ? declined(row.decline) : new AppError("conflict", OVER);
  if (row.provider_id !== null) return finishOrder(deps, row.id);
  const { provider } = deps.payments;
  const cardId = row.payment_method_id ?? "";
  const card = await selectCard(deps.sql, { id: cardId, accountId: payer.accountId, provider });
  if (!card) throw fieldError("payment_method_id", "Please choose one of your cards.");
  const customerId = await requireCustomer(deps, payer);
  const offer = await requireOffer(deps.sql, row.plan);
  const price = { ...toPrice(offer), cents: row.price_cents };
  const asked = await inTransaction(deps.sql, (tx) => renewAttempt(tx, row.id, deps.now()));
  if (!asked) throw new AppError("conflict", OVER);
  try {
    const state = await deps.payments.subscribe({ reference: row.id, customerId, cardId: card.provider_id, price });
    if (!(await takeOverState(deps, asked, state))) await takeOver(deps, state.id);
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    await refuseOrder(deps, asked, error.message);
    throw declined(error.message);
  }
  return finishOrder(deps, row.id);
}

/**
 * Goes on with an order whose bank has asked, or says how it ended.
 * @throws AppError `payment_required` declined; `conflict` there is no order
 */
export async function confirmOrder(deps: BillingDeps, payer: Payer): Promise<SubscriptionView> {
  const live = await selectLive(deps.sql, payer.accountId);
  if (!live?.provider_id) throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
  if (live.status === "incomplete") await takeOver(deps, live.provider_id);
  return finishOrder(deps, live.id);
}

async function finishOrder(deps: BillingDeps, id: string): Promise<SubscriptionView> {
  const row = await selectSubscription(deps.sql, id);
  if (!row) throw new AppError("conflict", BILLING_MESSAGES.noSubscription);
  if (row.status === "canceled") throw declined(row.decline ?? DECLINED);
  const shown = await showSubscription(deps, row);
  if (row.status !== "incomplete" || shown.requires_action) return shown;
  const sentence = row.decline ?? DECLINED;
  await refuseOrder(deps, row, sentence);
  throw declined(sentence);
}
