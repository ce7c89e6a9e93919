import { BILLING_MESSAGES, type PaymentMethod, type RequiredAction } from "@app/contract/billing";
import { CARD_MESSAGES, type CardForm } from "@app/contract/cards";
import { paymentMethodId } from "@app/contract/ids";
import { isGuardianNeeded, requireGuardianConsent } from "#modules/membership/earners/guardian.service.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { newId } from "#platform/new-id.ts";
import { CardDeclined, type CardOnFile } from "#platform/payments/payments.ts";
import { toPaymentMethod } from "./billing.view.ts";
import {
  type CardRow,
  markCardRemoved,
  markDefault,
  selectCard,
  selectCardOfProvider,
  selectCards,
  upsertCard,
} from "./cards.sql.ts";
import { lockPayer, selectAccountOfCustomer } from "./customers.sql.ts";
import { detachCardJob } from "./detach-card.jobs.ts";
import { type Payer, requireCustomer } from "./payer.service.ts";
import { type SubscriptionRow, selectLive, updateSubscription } from "./subscriptions.sql.ts";
import { type BillingDeps, takeOver, takeOverState } from "./takeover.service.ts";

const NO_SUCH_SETUP = "The card was not confirmed. Please enter it again.";

/** @throws AppError `not_allowed` a minor without a guardian's consent, of whom no card is kept */
export async function beginCard(deps: Pick<Deps, "sql" | "payments" | "now">, payer: Payer) {
  await requireGuardianConsent(deps, payer.accountId);
  const setup = await deps.payments.openSetup(await requireCustomer(deps, payer));
  return { id: setup.id, client_secret: setup.clientSecret, provider: deps.payments.provider };
}

/**
 * @throws AppError `payment_required` the card is declined, with the provider's sentence on `card`;
 * `invalid_input` no such setup of this payer; `not_allowed` as for `beginCard`
 */
export async function addCard(
  deps: Pick<Deps, "sql" | "payments" | "now">,
  payer: Payer,
  given: { setupId: string; card: CardForm | null },
): Promise<{ payment_method: PaymentMethod | null; requires_action: RequiredAction | null }> {
  if (given.card && !deps.payments.sandbox) throw fieldError("card", CARD_MESSAGES.stripeOnly);
  await requireGuardianConsent(deps, payer.accountId);
  const customerId = await requireCustomer(deps, payer);
  const outcome = await withoutDecline(() =>
    deps.payments.finishSetup({ id: given.setupId, customerId, card: given.card }),
  );
  if (!outcome || (outcome.card && outcome.card.customerId !== customerId))
    throw fieldError("setup_intent_id", NO_SUCH_SETUP);
  if (outcome.action) return { payment_method: null, requires_action: outcome.action };
  const kept = await inTransaction(deps.sql, (tx) => keepCard(deps, tx, payer.accountId, outcome.card));
  return { payment_method: kept && toPaymentMethod(kept), requires_action: null };
}

/** @throws AppError `payment_required` in place of CardDeclined */
export async function withoutDecline<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CardDeclined) throw declined(error.message);
    throw error;
  }
}

export function declined(sentence: string): AppError {
  return new AppError("payment_required", sentence, { errors: { card: [sentence] } });
}

/**
 * The first card of a person pays. One that a minor has added at the provider, or while the consent was withdrawn, is
 * detached again.
 * @returns null: it was removed meanwhile, or is not kept
 */
async function keepCard(
  deps: Pick<Deps, "payments" | "now">,
  tx: Sql,
  accountId: string,
  card: CardOnFile,
): Promise<CardRow | null> {
  const { provider } = deps.payments;
  await lockPayer(tx, accountId);
  if (await isGuardianNeeded({ sql: tx, now: deps.now }, accountId)) {
    await enqueue(tx, detachCardJob, { account_id: accountId, provider_card_id: card.id });
    return null;
  }
  await upsertCard(tx, { ...card, rowId: newId(paymentMethodId), accountId, provider });
  const kept = await selectCardOfProvider(tx, card.id);
  const cards = await selectCards(tx, accountId, provider);
  if (!kept || cards.some((one) => one.is_default)) return kept;
  await markDefault(tx, accountId, kept.id);
  return { ...kept, is_default: true };
}

export async function listCards(deps: Pick<Deps, "sql" | "payments">, payer: Payer): Promise<PaymentMethod[]> {
  return (await selectCards(deps.sql, payer.accountId, deps.payments.provider)).map(toPaymentMethod);
}

/** Whether anything is owed is the provider's to know: the event that says so may not have come yet. */
async function payOwed(deps: BillingDeps, row: SubscriptionRow, providerId: string): Promise<void> {
  const state = await deps.payments.payNow(providerId);
  if (!(await takeOverState(deps, row, state))) await takeOver(deps, providerId);
}

/**
 * Pays with this card from now on, and at once what is owed.
 * @throws AppError `not_found` no such card of this payer; `not_allowed` as to pay for a plan
 */
export async function chooseCard(deps: BillingDeps, payer: Payer, id: string): Promise<PaymentMethod[]> {
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
  if (subscription?.provider_id) await payOwed(deps, subscription, subscription.provider_id);
  return listCards(deps, payer);
}

/** @throws AppError `not_found`; `conflict` it is the last card of a plan that goes on */
export async function removeCard(deps: BillingDeps, payer: Payer, id: string): Promise<PaymentMethod[]> {
  await inTransaction(deps.sql, async (tx) => {
    await lockPayer(tx, payer.accountId);
    const card = await requireCard({ ...deps, sql: tx }, payer, id);
    const cards = await selectCards(tx, payer.accountId, deps.payments.provider);
    const live = await selectLive(tx, payer.accountId);
    if (cards.length === 1 && live && !live.cancel_at_period_end)
      throw new AppError("conflict", BILLING_MESSAGES.lastCard);
    await dropCard(deps, tx, card);
    await enqueue(tx, detachCardJob, { account_id: payer.accountId, provider_card_id: card.provider_id });
  });
  return listCards(deps, payer);
}

/** Another card takes over, when there is one. */
async function dropCard(deps: Pick<Deps, "payments" | "now">, tx: Sql, card: CardRow): Promise<void> {
  await markCardRemoved(tx, card.id, deps.now());
  if (!card.is_default) return;
  const [next] = await selectCards(tx, card.account_id, deps.payments.provider);
  if (!next) return;
  await markDefault(tx, card.account_id, next.id);
  const live = await selectLive(tx, card.account_id);
  if (live) await updateSubscription(tx, live.id, { payment_method_id: next.id });
}

/** A card that was attached or detached at the provider, seen in whatever order: what counts is how it is now. */
export async function followCard(
  deps: Pick<Deps, "sql" | "payments" | "now">,
  tx: Sql,
  found: {
    providerId: string;
    card: CardOnFile | null;
  },
): Promise<void> {
  if (found.card) {
    const accountId = await selectAccountOfCustomer(tx, found.card.customerId);
    if (accountId) await keepCard(deps, tx, accountId, found.card);
    return;
  }
  const known = await selectCardOfProvider(tx, found.providerId);
  if (!known) return;
  await lockPayer(tx, known.account_id);
  await dropCard(deps, tx, known);
}

async function requireCard(deps: Pick<Deps, "sql" | "payments">, payer: Payer, id: string): Promise<CardRow> {
  const card = await selectCard(deps.sql, { id, accountId: payer.accountId, provider: deps.payments.provider });
  if (!card) throw notFound();
  return card;
}
