import type { RequiredAction } from "@app/contract/billing";
import type Stripe from "stripe";
import type { Config } from "#src/config.ts";
import {
  CardDeclined,
  type CheckOutcome,
  type PaymentEvent,
  type Payments,
  type SetupOutcome,
  UntrustedEvent,
} from "./payments.ts";
import { callStripe, createStripeClient, findInStripe, type StripeClient } from "./stripe-client.ts";
import { listStripeRefunds, refundInStripe } from "./stripe-refunds.ts";
import { toCardOnFile, toCheckedCard, toDate, toId } from "./stripe-shapes.ts";
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
    async findSubscriptionOfInvoice(id) {
      const invoice = await findInStripe(() => stripe.invoices.retrieve(id));
      return toId(invoice?.parent?.subscription_details?.subscription);
    },
    readEvent: (body, signature) => readEvent(stripe, config.webhookSecret, body, signature),
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

function readEvent(stripe: StripeClient, secret: string, body: Buffer, signature: string): PaymentEvent {
  const { id, type, created, data } = verify(() =>
    stripe.webhooks.constructEvent(body, signature, secret, EVENT_TOLERANCE_S),
  );
  const objectId = "id" in data.object && typeof data.object.id === "string" ? data.object.id : "";
  return { id, type, createdAt: toDate(created), objectId };
}

/** Every error of the SDK here means bad input: a malformed signature throws a RangeError or a plain Error. */
function verify<T>(construct: () => T): T {
  try {
    return construct();
  } catch (error) {
    throw new UntrustedEvent("invalid Stripe signature", { cause: error });
  }
}
