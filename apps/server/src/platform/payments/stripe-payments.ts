import type { RequiredAction } from "@app/contract/billing";
import Stripe from "stripe";
import type { Config } from "#src/config.ts";
import {
  CardDeclined,
  type CheckOutcome,
  type PaymentEvent,
  type Payments,
  type Payouts,
  type PayoutTransferState,
  type SetupOutcome,
  UntrustedEvent,
} from "./payments.ts";
import {
  callStripe,
  createStripeClient,
  findInStripe,
  type StripeClient,
  toCardOnFile,
  toCheckedCard,
  toDate,
  toId,
} from "./stripe-client.ts";
import { listStripeRefunds, readStripeDispute, refundInStripe } from "./stripe-refunds.ts";
import {
  cancelInStripe,
  changeInStripe,
  payInStripe,
  readStripeInvoice,
  readStripeSubscription,
  setPriceInStripe,
  subscribeInStripe,
} from "./stripe-subscriptions.ts";

const EVENT_TOLERANCE_S = 300;

/** The page sends card numbers to Stripe; we only get ids, brands and the last four digits. */
export function createStripePayments(config: NonNullable<Config["stripe"]>): Payments {
  const stripe = createStripeClient(config);
  return {
    provider: "stripe",
    publishableKey: config.publishableKey,
    async createCustomer(accountId) {
      const options = { idempotencyKey: `customer-${accountId}` };
      const created = await callStripe(() => stripe.customers.create({ metadata: { account_id: accountId } }, options));
      return created.id;
    },
    async createSetup(customerId) {
      const created = await callStripe(() =>
        stripe.setupIntents.create({
          customer: customerId,
          allowed_payment_method_types: ["card"],
          usage: "off_session",
        }),
      );
      return { id: created.id, clientSecret: created.client_secret };
    },
    finishSetup: ({ id, customerId }) => finishSetup(stripe, id, customerId),
    async createCardCheck(reference) {
      // Without a customer, Stripe attaches the card to nobody, and it cannot be used again.
      const created = await callStripe(() =>
        stripe.setupIntents.create({
          allowed_payment_method_types: ["card"],
          usage: "on_session",
          metadata: { card_check: reference },
        }),
      );
      return { id: created.id, clientSecret: created.client_secret };
    },
    finishCardCheck: ({ id, reference }) => finishCardCheck(stripe, id, reference),
    async readCard(id) {
      const method = await findInStripe(() => stripe.paymentMethods.retrieve(id));
      return method && toCardOnFile(method);
    },
    async detachCard(id) {
      const method = await findInStripe(() => stripe.paymentMethods.retrieve(id));
      if (method?.customer) await callStripe(() => stripe.paymentMethods.detach(id));
    },
    async setDefaultCard(customerId, cardId, subscriptionId) {
      const settings = { invoice_settings: { default_payment_method: cardId } };
      await callStripe(() => stripe.customers.update(customerId, settings));
      if (subscriptionId !== null)
        await callStripe(() => stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId }));
    },
    subscribe: (order) => subscribeInStripe(stripe, order),
    readSubscription: (id) => readStripeSubscription(stripe, id),
    async findByReference(customerId, reference) {
      const subscriptions = await callStripe(() =>
        stripe.subscriptions.list({ customer: customerId, status: "all", limit: 100 }),
      );
      const found = subscriptions.data.find(({ metadata }) => metadata.reference === reference);
      return found ? readStripeSubscription(stripe, found.id) : null;
    },
    setCancelAtPeriodEnd: (id, isCanceled) => changeInStripe(stripe, id, { cancel_at_period_end: isCanceled }),
    cancelNow: (id) => cancelInStripe(stripe, id),
    setPrice: (id, price) => setPriceInStripe(stripe, id, price),
    payNow: (id) => payInStripe(stripe, id),
    readPaidInvoice: (id) => readStripeInvoice(stripe, id),
    refund: (invoiceId) => refundInStripe(stripe, invoiceId),
    async findChargeOfRefund(id) {
      return toId((await findInStripe(() => stripe.refunds.retrieve(id)))?.charge);
    },
    listRefunds: (chargeId) => listStripeRefunds(stripe, chargeId),
    readDispute: (id) => readStripeDispute(stripe, id),
    async findSubscriptionOfInvoice(id) {
      const invoice = await findInStripe(() => stripe.invoices.retrieve(id));
      return toId(invoice?.parent?.subscription_details?.subscription);
    },
    readEvent: (body, signature) => readEvent(stripe, config.webhookSecrets, body, signature),
    payouts: createStripePayouts(stripe),
    sandbox: null,
  };
}

async function finishSetup(stripe: StripeClient, id: string, customerId: string): Promise<SetupOutcome | null> {
  const setup = await findSetup(stripe, id);
  if (!setup || toId(setup.customer) !== customerId) return null;
  const confirmed = toConfirmed(setup);
  const card = "method" in confirmed ? toCardOnFile(confirmed.method) : null;
  if (card) return { card, action: null };
  if ("action" in confirmed) return confirmed;
  throw notConfirmed(setup);
}

async function finishCardCheck(stripe: StripeClient, id: string, reference: string): Promise<CheckOutcome | null> {
  const setup = await findSetup(stripe, id);
  if (!setup || setup.customer !== null || setup.metadata?.card_check !== reference) return null;
  const confirmed = toConfirmed(setup);
  const card = "method" in confirmed ? toCheckedCard(confirmed.method) : null;
  if (card) return { card, action: null };
  if ("action" in confirmed) return confirmed;
  throw notConfirmed(setup);
}

function findSetup(stripe: StripeClient, id: string): Promise<Stripe.SetupIntent | null> {
  return findInStripe(() => stripe.setupIntents.retrieve(id, { expand: ["payment_method"] }));
}

type Confirmed = { method: Stripe.PaymentMethod } | { card: null; action: RequiredAction };

/** @throws CardDeclined the setup is neither confirmed nor waiting for the bank */
function toConfirmed(setup: Stripe.SetupIntent): Confirmed {
  if (setup.status === "requires_action")
    return { card: null, action: { kind: "card", client_secret: setup.client_secret, challenge_id: null } };
  const { status, payment_method: method } = setup;
  if (status === "succeeded" && method && typeof method !== "string") return { method };
  throw notConfirmed(setup);
}

function notConfirmed(setup: Stripe.SetupIntent): CardDeclined {
  return new CardDeclined(setup.last_setup_error?.message ?? "The card was not confirmed. Please enter it again.");
}

function readEvent(stripe: StripeClient, secrets: readonly string[], body: Buffer, signature: string): PaymentEvent {
  const { id, type, created, data } = verify(secrets, (secret) =>
    stripe.webhooks.constructEvent(body, signature, secret, EVENT_TOLERANCE_S),
  );
  const objectId = "id" in data.object && typeof data.object.id === "string" ? data.object.id : "";
  return { id, type, createdAt: toDate(created), objectId };
}

/** Every error of the SDK here means bad input: a malformed signature throws a RangeError or a plain Error. */
function verify<T>(secrets: readonly string[], construct: (secret: string) => T): T {
  const faults: unknown[] = [];
  for (const secret of secrets) {
    try {
      return construct(secret);
    } catch (error) {
      faults.push(error);
    }
  }
  throw new UntrustedEvent("invalid Stripe signature", { cause: faults[0] });
}

/** Errors of our own account at Stripe: the earner can do nothing about them. */
const OUR_FAULTS = new Set<string | undefined>(["balance_insufficient", "idempotency_key_in_use"]);

/** Stripe Connect: Stripe keeps the earner's bank details and pays out what we transfer to their account. */
export function createStripePayouts(stripe: StripeClient): Payouts {
  return {
    async createAccount(accountId) {
      const created = await callStripe(() =>
        stripe.accounts.create(
          {
            type: "express",
            country: "US",
            capabilities: { transfers: { requested: true } },
            metadata: { account_id: accountId },
          },
          { idempotencyKey: `payout-account-${accountId}` },
        ),
      );
      return created.id;
    },
    async createOnboardingLink(id, returnUrl) {
      const link = { account: id, type: "account_onboarding" as const, return_url: returnUrl, refresh_url: returnUrl };
      return (await callStripe(() => stripe.accountLinks.create(link))).url;
    },
    async canReceive(id) {
      const account = await findInStripe(() => stripe.accounts.retrieve(id));
      return account?.capabilities?.transfers === "active";
    },
    send: (order) => sendTransfer(stripe, order),
    async readTransfer(id) {
      const transfer = await findInStripe(() => stripe.transfers.retrieve(id));
      return transfer && toState(transfer);
    },
  };
}

/** Stripe forgets idempotency keys after a day, and a transfer's group never: so it is looked up first. */
async function sendTransfer(
  stripe: StripeClient,
  { reference, destination, cents }: { reference: string; destination: string; cents: number },
): Promise<PayoutTransferState | { refusal: string }> {
  const sent = await callStripe(() => stripe.transfers.list({ transfer_group: reference, limit: 1 }));
  const [found] = sent.data;
  if (found) return requireState(found);
  try {
    const order = { amount: cents, currency: "usd", destination, transfer_group: reference };
    const metadata = { payout_id: reference };
    const options = { idempotencyKey: `payout-${reference}` };
    return requireState(await callStripe(() => stripe.transfers.create({ ...order, metadata }, options)));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && !OUR_FAULTS.has(error.code))
      return { refusal: "Your account at Stripe cannot receive money now." };
    throw error;
  }
}

function requireState(transfer: Stripe.Transfer): PayoutTransferState {
  const state = toState(transfer);
  if (!state) throw new Error(`transfer ${transfer.id} is not of a payout`);
  return state;
}

function toState({ id, metadata, created, reversed }: Stripe.Transfer): PayoutTransferState | null {
  const reference = metadata.payout_id;
  return reference === undefined ? null : { id, reference, createdAt: toDate(created), isReversed: reversed };
}
