import type Stripe from "stripe";
import type { PaidInvoice, Payments, Price, SubscriptionState } from "./payments.ts";
import { CardDeclined } from "./payments.ts";
import { askStripe, findInStripe, type StripeClient } from "./stripe-client.ts";
import { requirePrice } from "./stripe-prices.ts";
import { toDate, toId, toPaidInvoice, toPaymentIntentId, toStatus } from "./stripe-shapes.ts";

const EXPAND = ["latest_invoice.payments"];

type Order = Parameters<Payments["subscribe"]>[0];

/** A refused first payment makes an incomplete subscription instead of an error, so that it can be looked at. */
export async function subscribeInStripe(stripe: StripeClient, order: Order): Promise<SubscriptionState> {
  const price = await requirePrice(stripe, order.price);
  const made = await askStripe(() =>
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
  return toState(stripe, made);
}

export async function readStripeSubscription(stripe: StripeClient, id: string): Promise<SubscriptionState | null> {
  const found = await findInStripe(() => stripe.subscriptions.retrieve(id, { expand: EXPAND }));
  return found && toState(stripe, found);
}

export async function changeInStripe(
  stripe: StripeClient,
  id: string,
  change: Stripe.SubscriptionUpdateParams,
): Promise<SubscriptionState> {
  return toState(stripe, await askStripe(() => stripe.subscriptions.update(id, { ...change, expand: EXPAND })));
}

/** Without proration the new price is first asked for with the next renewal. */
export async function setPriceInStripe(stripe: StripeClient, id: string, price: Price): Promise<SubscriptionState> {
  const priceId = await requirePrice(stripe, price);
  const now = await askStripe(() => stripe.subscriptions.retrieve(id));
  const [item] = now.items.data;
  if (!item) throw new Error("a subscription of Stripe has no item");
  return changeInStripe(stripe, id, { items: [{ id: item.id, price: priceId }], proration_behavior: "none" });
}

export async function cancelInStripe(stripe: StripeClient, id: string): Promise<SubscriptionState> {
  const canceled = await findInStripe(() => stripe.subscriptions.cancel(id, { expand: EXPAND }));
  // Stripe does not find one to cancel that has been canceled.
  const state = canceled ? await toState(stripe, canceled) : await readStripeSubscription(stripe, id);
  if (!state) throw new Error("Stripe has no such subscription");
  return state;
}

/** Whether it went well is seen by what it is then. */
export async function payInStripe(stripe: StripeClient, id: string): Promise<SubscriptionState> {
  const now = await askStripe(() => stripe.subscriptions.retrieve(id, { expand: EXPAND }));
  const invoice = typeof now.latest_invoice === "string" ? null : now.latest_invoice;
  if (invoice?.status === "open") {
    try {
      await askStripe(() => stripe.invoices.pay(invoice.id));
    } catch (error) {
      if (!(error instanceof CardDeclined)) throw error;
    }
  }
  const state = await readStripeSubscription(stripe, id);
  if (!state) throw new Error("Stripe has no such subscription");
  return state;
}

/** @returns null: it is not paid, or is none of a subscription */
export async function readStripeInvoice(stripe: StripeClient, id: string): Promise<PaidInvoice | null> {
  const invoice = await findInStripe(() => stripe.invoices.retrieve(id, { expand: ["payments"] }));
  if (invoice?.status !== "paid") return null;
  return toPaidInvoice(invoice, toCard(await readPayment(stripe, invoice)));
}

async function toState(stripe: StripeClient, subscription: Stripe.Subscription): Promise<SubscriptionState> {
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription of Stripe has no item");
  const invoice = typeof subscription.latest_invoice === "string" ? null : subscription.latest_invoice;
  const payment = invoice && (await readPayment(stripe, invoice));
  const mustAsk = payment?.status === "requires_action";
  return {
    id: subscription.id,
    customerId: toId(subscription.customer) ?? "",
    reference: subscription.metadata.reference ?? null,
    status: toStatus(subscription.status),
    periodStart: toDate(item.current_period_start),
    periodEnd: toDate(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    action: mustAsk ? { kind: "payment", client_secret: payment.client_secret, challenge_id: null } : null,
    decline: payment?.status === "requires_payment_method" ? (payment.last_payment_error?.message ?? null) : null,
    paidInvoice: invoice && toPaidInvoice(invoice, toCard(payment)),
  };
}

async function readPayment(stripe: StripeClient, invoice: Stripe.Invoice): Promise<Stripe.PaymentIntent | null> {
  const id = toPaymentIntentId(invoice);
  return id === null ? null : askStripe(() => stripe.paymentIntents.retrieve(id, { expand: ["payment_method"] }));
}

function toCard(payment: Stripe.PaymentIntent | null): PaidInvoice["card"] {
  const method = payment?.payment_method;
  if (!method || typeof method === "string" || !method.card) return null;
  return { brand: method.card.brand, last4: method.card.last4 ?? "0000" };
}
