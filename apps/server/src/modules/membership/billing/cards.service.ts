import { BILLING_MESSAGES, type PaymentMethod, type RequiredAction } from "@app/contract/billing";
import { CARD_MESSAGES, type CardForm } from "@app/contract/cards";
import { paymentMethodId } from "@app/contract/ids";
import { z } from "zod";
import { isGuardianNeeded, requireGuardianConsent } from "#modules/membership/earners/guardian.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { CardDeclined, type CardOnFile } from "#platform/payments/payments.ts";
import { toPaymentMethod } from "./billing.service.ts";
import {
  type CardRow,
  lockPayer,
  markCardRemoved,
  markDefault,
  selectAccountOfCustomer,
  selectCard,
  selectCardOfProvider,
  selectCards,
  upsertCard,
} from "./customers.sql.ts";
import { type Payer, queueDetach, requireCustomer, sendDefaultCard } from "./detach-cards.service.ts";
import { applyOrReconcile, type BillingDeps } from "./reconcile.service.ts";
import { selectLive, updateSubscription } from "./subscriptions.sql.ts";

const UNKNOWN_SETUP = "The card was not confirmed. Please enter it again.";

/** @throws AppError `not_allowed` a minor without guardian consent, whose card we must not keep */
export async function beginCardSetup(deps: Pick<Deps, "sql" | "payments" | "now">, payer: Payer) {
  await requireGuardianConsent(deps, payer.accountId);
  const setup = await deps.payments.createSetup(await requireCustomer(deps, payer));
  return { id: setup.id, client_secret: setup.clientSecret, provider: deps.payments.provider };
}

/**
 * @throws AppError `payment_required` the card is declined, with the provider's message on `card`;
 * `invalid_input` the payer has no such setup; `not_allowed` as for `beginCardSetup`
 */
export async function addCard(
  deps: Pick<Deps, "sql" | "payments" | "now">,
  payer: Payer,
  { setupId, card }: { setupId: string; card: CardForm | null },
): Promise<{ payment_method: PaymentMethod | null; requires_action: RequiredAction | null }> {
  if (card && !deps.payments.sandbox) throw fieldError("card", CARD_MESSAGES.stripeOnly);
  await requireGuardianConsent(deps, payer.accountId);
  const customerId = await requireCustomer(deps, payer);
  const outcome = await withoutDecline(() => deps.payments.finishSetup({ id: setupId, customerId, card }));
  if (!outcome || (outcome.card && outcome.card.customerId !== customerId))
    throw fieldError("setup_intent_id", UNKNOWN_SETUP);
  if (outcome.action) return { payment_method: null, requires_action: outcome.action };
  const saved = await inTransaction(deps.sql, (tx) => saveCard(deps, tx, payer.accountId, outcome.card));
  return { payment_method: saved && toPaymentMethod(saved), requires_action: null };
}

/** Turns CardDeclined into an AppError. @throws AppError `payment_required` */
export async function withoutDecline<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CardDeclined) throw declined(error.message);
    throw error;
  }
}

export function declined(message: string): AppError {
  return new AppError("payment_required", message, { errors: { card: [message] } });
}

/**
 * The first card becomes the default, and a new one while a payment is overdue: it is added to pay that. A card that a
 * minor added at the provider, or while consent was withdrawn, is detached again.
 * @returns null: the card was removed meanwhile, or may not be kept
 */
async function saveCard(
  deps: Pick<Deps, "payments" | "now">,
  tx: Sql,
  accountId: string,
  card: CardOnFile,
): Promise<CardRow | null> {
  const { provider } = deps.payments;
  await lockPayer(tx, accountId);
  if (await isGuardianNeeded({ sql: tx, now: deps.now }, accountId)) {
    await queueDetach(tx, { account_id: accountId, provider_id: card.id });
    return null;
  }
  const known = await selectCardOfProvider(tx, card.id);
  await upsertCard(tx, { ...card, rowId: newId(paymentMethodId), accountId, provider });
  const saved = await selectCardOfProvider(tx, card.id);
  const cards = await selectCards(tx, accountId, provider);
  const isToPayNow = known === null && (await selectLive(tx, accountId))?.status === "past_due";
  if (!saved || (cards.some((row) => row.is_default) && !isToPayNow)) return saved;
  await chargeFromNowOn(tx, saved);
  return { ...saved, is_default: true };
}

/** Makes a card the default that nobody chose as such. A job tells the provider, if a plan is paid with it. */
async function chargeFromNowOn(tx: Sql, { id, account_id }: CardRow): Promise<void> {
  await markDefault(tx, account_id, id);
  const live = await selectLive(tx, account_id);
  if (!live || live.status === "incomplete") return;
  await updateSubscription(tx, live.id, { payment_method_id: id });
  await enqueue(tx, chargeDefaultJob, { account_id });
}

export const chargeDefaultJob = defineJob({
  name: "billing:charge-default",
  lane: "short",
  payload: z.strictObject({ account_id: z.uuid() }),
  attempts: 12,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => chargeDefault(deps, payload.account_id),
});

/** Charges the default card from now on, and pays open invoices with it at once. */
async function chargeDefault(deps: BillingDeps, accountId: string): Promise<void> {
  const paid = await sendDefaultCard(deps, accountId);
  if (paid?.provider_id) await applyOrReconcile(deps, paid, await deps.payments.payNow(paid.provider_id));
}

export async function listCards(deps: Pick<Deps, "sql" | "payments">, payer: Payer): Promise<PaymentMethod[]> {
  return (await selectCards(deps.sql, payer.accountId, deps.payments.provider)).map(toPaymentMethod);
}

/**
 * Charges this card from now on, and pays open invoices with it at once.
 * @returns isStillOverdue: the bank declined the payment, or asks to confirm it
 * @throws AppError `not_found` the payer has no such card; `not_allowed` guardian consent is missing
 */
export async function setDefaultCard(
  deps: BillingDeps,
  payer: Payer,
  id: string,
): Promise<{ cards: PaymentMethod[]; isStillOverdue: boolean }> {
  await requireGuardianConsent(deps, payer.accountId);
  const card = await requireCard(deps, payer, id);
  const live = await selectLive(deps.sql, payer.accountId);
  const subscription = live?.status === "incomplete" ? null : live;
  await deps.payments.setDefaultCard(
    await requireCustomer(deps, payer),
    card.provider_id,
    subscription?.provider_id ?? null,
  );
  await inTransaction(deps.sql, async (tx) => {
    await lockPayer(tx, payer.accountId);
    await markDefault(tx, payer.accountId, card.id);
    if (subscription) await updateSubscription(tx, subscription.id, { payment_method_id: card.id });
  });
  // Always ask the provider for open invoices: the event that reports one may not have arrived yet.
  const state = subscription?.provider_id ? await deps.payments.payNow(subscription.provider_id) : null;
  if (subscription && state) await applyOrReconcile(deps, subscription, state);
  return { cards: await listCards(deps, payer), isStillOverdue: state?.status === "past_due" };
}

/** @throws AppError `not_found`; `conflict` it is the last card of a plan that renews */
export async function removeCard(deps: BillingDeps, payer: Payer, id: string): Promise<PaymentMethod[]> {
  await inTransaction(deps.sql, async (tx) => {
    await lockPayer(tx, payer.accountId);
    const card = await requireCard({ ...deps, sql: tx }, payer, id);
    const cards = await selectCards(tx, payer.accountId, deps.payments.provider);
    const live = await selectLive(tx, payer.accountId);
    if (cards.length === 1 && live && !live.cancel_at_period_end)
      throw new AppError("conflict", BILLING_MESSAGES.lastCard);
    await removeCardRow(deps, tx, card);
    await queueDetach(tx, card);
  });
  return listCards(deps, payer);
}

/** Makes the next card the default, if there is one. */
async function removeCardRow(deps: Pick<Deps, "payments" | "now">, tx: Sql, card: CardRow): Promise<void> {
  await markCardRemoved(tx, card.id, deps.now());
  if (!card.is_default) return;
  const [next] = await selectCards(tx, card.account_id, deps.payments.provider);
  if (next) await chargeFromNowOn(tx, next);
}

/** Saves or removes a card by its current state at the provider; its events may arrive in any order. */
export async function syncCard(
  deps: Pick<Deps, "sql" | "payments" | "now">,
  tx: Sql,
  { providerId, card }: { providerId: string; card: CardOnFile | null },
): Promise<void> {
  if (card) {
    const accountId = await selectAccountOfCustomer(tx, card.customerId);
    if (accountId) await saveCard(deps, tx, accountId, card);
    return;
  }
  const known = await selectCardOfProvider(tx, providerId);
  if (!known) return;
  await lockPayer(tx, known.account_id);
  await removeCardRow(deps, tx, known);
}

async function requireCard(deps: Pick<Deps, "sql" | "payments">, payer: Payer, id: string): Promise<CardRow> {
  const card = await selectCard(deps.sql, { id, accountId: payer.accountId, provider: deps.payments.provider });
  if (!card) throw notFound();
  return card;
}
