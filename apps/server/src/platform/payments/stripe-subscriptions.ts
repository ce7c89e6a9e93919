import type Stripe from "stripe";
import { CardDeclined, type PaidInvoice, type Payments, type Price, type SubscriptionState } from "./payments.ts";
import {
  callStripe,
  findInStripe,
  type StripeClient,
  toDate,
  toId,
  toPaidInvoice,
  toPaymentIntentId,
  toStatus,
} from "./stripe-client.ts";

const EXPAND = ["latest_invoice.payments"];

type Order = Parameters<Payments["subscribe"]>[0];

/** A declined first payment creates an incomplete subscription instead of an error, so that its state can be read. */
export async function subscribeInStripe(stripe: StripeClient, order: Order): Promise<SubscriptionState> {
  const price = await requirePrice(stripe, order.price);
  const created = await callStripe(() =>
    stripe.subscriptions.create(
      {
        customer: order.customerId,
        items: [{ price }],
        default_payment_method: order.cardId,
        payment_behavior: "allow_incomplete",
        metadata: { reference: order.reference },
        expand: EXPAND,
      },
      { idempotencyKey: `subscription-${order.reference}` },
    ),
  );
  return toState(stripe, created);
}

export async function readStripeSubscription(stripe: StripeClient, id: string): Promise<SubscriptionState | null> {
  const subscription = await findInStripe(() => stripe.subscriptions.retrieve(id, { expand: EXPAND }));
  return subscription && toState(stripe, subscription);
}

export async function changeInStripe(
  stripe: StripeClient,
  id: string,
  change: Stripe.SubscriptionUpdateParams,
): Promise<SubscriptionState> {
  return toState(stripe, await callStripe(() => stripe.subscriptions.update(id, { ...change, expand: EXPAND })));
}

/** Without proration, so that the new price is first charged with the next renewal. */
export async function setPriceInStripe(stripe: StripeClient, id: string, price: Price): Promise<SubscriptionState> {
  const priceId = await requirePrice(stripe, price);
  const current = await callStripe(() => stripe.subscriptions.retrieve(id));
  const [item] = current.items.data;
  if (!item) throw new Error("the subscription in Stripe has no item");
  return changeInStripe(stripe, id, { items: [{ id: item.id, price: priceId }], proration_behavior: "none" });
}

export async function cancelInStripe(stripe: StripeClient, id: string): Promise<SubscriptionState> {
  const canceled = await findInStripe(() => stripe.subscriptions.cancel(id, { expand: EXPAND }));
  // Stripe reports an already canceled subscription as missing.
  const state = canceled ? await toState(stripe, canceled) : await readStripeSubscription(stripe, id);
  if (!state) throw new Error("Stripe has no such subscription");
  return state;
}

/** @returns the state after the attempt, whether it succeeded or was declined */
export async function payInStripe(stripe: StripeClient, id: string): Promise<SubscriptionState> {
  const current = await callStripe(() => stripe.subscriptions.retrieve(id, { expand: EXPAND }));
  const invoice = typeof current.latest_invoice === "string" ? null : current.latest_invoice;
  if (invoice?.status === "open") {
    try {
      await callStripe(() => stripe.invoices.pay(invoice.id));
    } catch (error) {
      if (!(error instanceof CardDeclined)) throw error;
    }
  }
  const state = await readStripeSubscription(stripe, id);
  if (!state) throw new Error("Stripe has no such subscription");
  return state;
}

/** @returns null: not paid, or not an invoice of a subscription */
export async function readStripeInvoice(stripe: StripeClient, id: string): Promise<PaidInvoice | null> {
  const invoice = await findInStripe(() => stripe.invoices.retrieve(id, { expand: ["payments"] }));
  if (invoice?.status !== "paid") return null;
  return toPaidInvoice(invoice, toCard(await readPayment(stripe, invoice)));
}

async function toState(stripe: StripeClient, subscription: Stripe.Subscription): Promise<SubscriptionState> {
  const [item] = subscription.items.data;
  if (!item) throw new Error("the subscription in Stripe has no item");
  const invoice = typeof subscription.latest_invoice === "string" ? null : subscription.latest_invoice;
  const payment = invoice && (await readPayment(stripe, invoice));
  return {
    id: subscription.id,
    customerId: toId(subscription.customer) ?? "",
    reference: subscription.metadata.reference ?? null,
    status: toStatus(subscription.status),
    periodStart: toDate(item.current_period_start),
    periodEnd: toDate(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    ...toAnswer(payment),
    paidInvoice: invoice && toPaidInvoice(invoice, toCard(payment)),
  };
}

/** What the bank wants of the payer, or why it declined. */
function toAnswer(payment: Stripe.PaymentIntent | null): Pick<SubscriptionState, "action" | "decline"> {
  if (payment?.status === "requires_action")
    return { action: { kind: "payment", client_secret: payment.client_secret, challenge_id: null }, decline: null };
  const isDeclined = payment?.status === "requires_payment_method";
  return { action: null, decline: isDeclined ? (payment.last_payment_error?.message ?? null) : null };
}

async function readPayment(stripe: StripeClient, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | null> {
  const id = toPaymentIntentId(invoice);
  return id === null ? null : callStripe(() => stripe.paymentIntents.retrieve(id, { expand: ["payment_method"] }));
}

function toCard(payment: Stripe.PaymentIntent | null): PaidInvoice["card"] {
  const method = payment?.payment_method;
  if (!method || typeof method === "string" || !method.card) return null;
  return { brand: method.card.brand, last4: method.card.last4 ?? "0000" };
}

/** @returns the id of Stripe's price of this amount, created on first use: staff set prices in Fieldhouse only */
export async function requirePrice(stripe: StripeClient, price: Price): Promise<string> {
  const lookupKey = `fieldhouse-${price.plan.toLowerCase()}-usd-${price.cents}`;
  const known = await callStripe(() => stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
  const [first] = known.data;
  if (first) return first.id;
  const created = await callStripe(async () =>
    stripe.prices.create(
      {
        product: await requireProduct(stripe, price),
        currency: "usd",
        unit_amount: price.cents,
        recurring: { interval: "month" },
        lookup_key: lookupKey,
      },
      { idempotencyKey: lookupKey },
    ),
  );
  return created.id;
}

async function requireProduct(stripe: StripeClient, price: Price): Promise<string> {
  const id = `fieldhouse-${price.plan.toLowerCase()}`;
  const known = await findInStripe(() => stripe.products.retrieve(id));
  if (known) return known.id;
  const created = await callStripe(() =>
    stripe.products.create({ id, name: `${price.title} plan` }, { idempotencyKey: `product-${id}` }),
  );
  return created.id;
}
