import { declinedCard } from "./fault.ts";
import { invoiceShape, subscriptionShape } from "./shapes.ts";
import { type Intent, type Invoice, type Refund, type Subscription, take, type World } from "./world.ts";

export const MONTH_S = 30 * 86_400;
export const NO_FUNDS = "Your card has insufficient funds.";
export const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** Creates the invoice of a period and tries to charge it. */
export function billPeriod(world: World, subscription: Subscription, isFirst: boolean): void {
  const price = take(world.prices, "price", subscription.price);
  const product = take(world.products, "product", price.product);
  const { customer, method, periodStart } = subscription;
  const intent: Intent = {
    id: world.newId("pi"),
    customer,
    amount: price.unit_amount,
    status: "requires_payment_method",
    payment_method: method,
    error: null,
    charge: null,
  };
  const invoice: Invoice = {
    id: world.newId("in"),
    number: `STANDIN-${String(world.invoices.size + 1).padStart(4, "0")}`,
    customer,
    subscription: subscription.id,
    status: "open",
    description: `1 × ${product.name} (at $${(price.unit_amount / 100).toFixed(2)} / month)`,
    amount: price.unit_amount,
    periodStart,
    periodEnd: periodStart + MONTH_S,
    intent: intent.id,
    paidAt: null,
  };
  world.intents.set(intent.id, intent);
  world.invoices.set(invoice.id, invoice);
  subscription.latestInvoice = invoice.id;
  charge(world, subscription, invoice, isFirst);
}

/** @returns whether the invoice is paid */
export function charge(world: World, subscription: Subscription, invoice: Invoice, isFirst: boolean): boolean {
  const intent = take(world.intents, "payment_intent", invoice.intent);
  const { does, customer } = take(world.methods, "PaymentMethod", subscription.method);
  intent.payment_method = subscription.method;
  if (customer === null) return refuse(world, subscription, invoice, "This card was removed.");
  if (does === "has no funds") return refuse(world, subscription, invoice, NO_FUNDS);
  if (does === "fails renewals" && !isFirst) return refuse(world, subscription, invoice, "Your card was declined.");
  if (does === "asks always") {
    if (!isFirst) refuse(world, subscription, invoice, "Your bank asks for a confirmation.");
    intent.status = "requires_action";
    return false;
  }
  settle(world, subscription, invoice);
  return true;
}

export function refuse(world: World, subscription: Subscription, invoice: Invoice, sentence: string): boolean {
  const intent = take(world.intents, "payment_intent", invoice.intent);
  intent.status = "requires_payment_method";
  intent.error = sentence;
  if (subscription.status === "active") subscription.status = "past_due";
  world.say("invoice.payment_failed", invoiceShape(world, invoice, []));
  return false;
}

export function settle(world: World, subscription: Subscription, invoice: Invoice): void {
  const intent = take(world.intents, "payment_intent", invoice.intent);
  const id = world.newId("ch");
  world.charges.set(id, { id, intent: intent.id, amount: intent.amount });
  Object.assign(intent, { status: "succeeded", error: null, charge: id });
  invoice.status = "paid";
  invoice.paidAt = world.now();
  subscription.status = "active";
  world.say("invoice.paid", invoiceShape(world, invoice, []));
}

/** Starts the next period like Stripe, even if its invoice cannot be paid. */
export function renew(world: World, id: string): void {
  const subscription = take(world.subscriptions, "subscription", id);
  if (subscription.cancelAtPeriodEnd) {
    end(world, subscription);
    return;
  }
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd += MONTH_S;
  billPeriod(world, subscription, false);
  world.say("customer.subscription.updated", subscriptionShape(world, subscription, []));
}

export function end(world: World, subscription: Subscription): void {
  subscription.status = "canceled";
  for (const invoice of world.invoices.values())
    if (invoice.subscription === subscription.id && invoice.status === "open") invoice.status = "void";
  world.say("customer.subscription.deleted", subscriptionShape(world, subscription, []));
}

/** @throws StripeFault the card is declined again */
export function payOpenInvoice(world: World, invoice: Invoice): void {
  const subscription = take(world.subscriptions, "subscription", invoice.subscription);
  if (charge(world, subscription, invoice, false)) {
    world.say("customer.subscription.updated", subscriptionShape(world, subscription, []));
    return;
  }
  throw declinedCard(take(world.intents, "payment_intent", invoice.intent).error ?? "Your card was declined.");
}

export function refundedOf(world: World, charge: string): number {
  const refunds = [...world.refunds.values()].filter((refund) => refund.charge === charge);
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

export function makeRefund(world: World, charge: string, amount: number, status: Refund["status"]): Refund {
  const refund = { id: world.newId("re"), charge, amount, created: world.now(), status };
  world.refunds.set(refund.id, refund);
  world.say("charge.refunded", { id: charge, object: "charge", amount_refunded: refundedOf(world, charge) });
  return refund;
}
