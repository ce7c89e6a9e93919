import { CONNECT_CALLS } from "./connect.ts";
import { alreadyRefunded, invalid, missing } from "./fault.ts";
import { type Form, listAt, mapAt, textAt } from "./form.ts";
import { billPeriod, end, MONTH_S, makeRefund, payOpenInvoice, refundedOf } from "./money.ts";
import {
  disputeShape,
  intentShape,
  invoiceShape,
  methodShape,
  paymentShape,
  refundShape,
  setupShape,
  subscriptionShape,
  toList,
} from "./shapes.ts";
import { type Setup, type Subscription, take, type World } from "./world.ts";

type Call = { world: World; id: string; form: Form; expand: readonly string[] };
type Answer = (call: Call) => Record<string, unknown>;

/** The supported calls by method and path; `*` is an id. Any other call is an error. */
const CALLS: Record<string, Answer> = {
  ...CONNECT_CALLS,
  "POST /v1/customers": ({ world, form }) => {
    const metadata = { account_id: textAt(form, "metadata", "account_id") ?? "" };
    const customer = { id: world.newId("cus"), metadata, defaultMethod: null };
    world.customers.set(customer.id, customer);
    return { object: "customer", ...customer };
  },
  "POST /v1/customers/*": ({ world, id, form }) => {
    const customer = take(world.customers, "customer", id);
    customer.defaultMethod = textAt(form, "invoice_settings", "default_payment_method");
    return { object: "customer", ...customer };
  },
  "GET /v1/products/*": ({ world, id }) => ({ object: "product", ...take(world.products, "product", id) }),
  "POST /v1/products": ({ world, form }) => {
    const product = { id: textAt(form, "id") ?? world.newId("prod"), name: textAt(form, "name") ?? "" };
    world.products.set(product.id, product);
    return { object: "product", ...product };
  },
  "GET /v1/prices": ({ world, form }) => {
    const keys = listAt(form, "lookup_keys");
    const found = [...world.prices.values()].filter((price) => price.lookup_key && keys.includes(price.lookup_key));
    return toList(
      found.map((price) => ({ object: "price", currency: "usd", ...price })),
      "/v1/prices",
    );
  },
  "POST /v1/prices": ({ world, form }) => {
    if (textAt(form, "recurring", "interval") !== "month" || textAt(form, "currency") !== "usd")
      throw invalid("the price is not a month's, or not in dollars");
    const product = take(world.products, "product", textAt(form, "product")).id;
    const unit_amount = Number(textAt(form, "unit_amount"));
    const price = { id: world.newId("price"), product, unit_amount, lookup_key: textAt(form, "lookup_key") };
    world.prices.set(price.id, price);
    return { object: "price", currency: "usd", ...price };
  },
  "POST /v1/setup_intents": ({ world, form }) => {
    const of = textAt(form, "customer");
    const setup: Setup = {
      id: world.newId("seti"),
      customer: of === null ? null : take(world.customers, "customer", of).id,
      usage: textAt(form, "usage") ?? "off_session",
      metadata: mapAt(form, "metadata"),
      status: "requires_payment_method",
      payment_method: null,
      error: null,
    };
    world.setups.set(setup.id, setup);
    return setupShape(world, setup, []);
  },
  "GET /v1/setup_intents/*": ({ world, id, expand }) =>
    setupShape(world, take(world.setups, "setupintent", id), expand),
  "GET /v1/payment_methods/*": ({ world, id }) => methodShape(take(world.methods, "PaymentMethod", id)),
  "POST /v1/payment_methods/*/detach": ({ world, id }) => {
    const method = take(world.methods, "PaymentMethod", id);
    if (method.customer === null) throw invalid("The payment method you provided is not attached to a customer.");
    method.customer = null;
    world.say("payment_method.detached", methodShape(method));
    return methodShape(method);
  },
  "POST /v1/subscriptions": makeSubscription,
  "GET /v1/subscriptions": ({ world, form }) => {
    const all = [...world.subscriptions.values()].filter((one) => one.customer === textAt(form, "customer"));
    return toList(
      all.map((one) => subscriptionShape(world, one, [])),
      "/v1/subscriptions",
    );
  },
  "GET /v1/subscriptions/*": ({ world, id, expand }) =>
    subscriptionShape(world, take(world.subscriptions, "subscription", id), expand),
  "POST /v1/subscriptions/*": changeSubscription,
  "DELETE /v1/subscriptions/*": ({ world, id, expand }) => {
    const subscription = take(world.subscriptions, "subscription", id);
    if (subscription.status === "canceled") throw missing("subscription", id);
    end(world, subscription);
    return subscriptionShape(world, subscription, expand);
  },
  "GET /v1/invoices/*": ({ world, id, expand }) => invoiceShape(world, take(world.invoices, "invoice", id), expand),
  "POST /v1/invoices/*/pay": ({ world, id }) => {
    const invoice = take(world.invoices, "invoice", id);
    payOpenInvoice(world, invoice);
    return invoiceShape(world, invoice, []);
  },
  "GET /v1/payment_intents/*": ({ world, id, expand }) =>
    intentShape(world, take(world.intents, "payment_intent", id), expand),
  "GET /v1/charges/*": ({ world, id }) => {
    const { intent, amount } = take(world.charges, "charge", id);
    return { id, object: "charge", amount, currency: "usd", payment_intent: intent };
  },
  "GET /v1/invoice_payments": ({ world, form }) => {
    const intent = textAt(form, "payment", "payment_intent");
    const paid = [...world.invoices.values()].filter((invoice) => invoice.intent === intent);
    return toList(
      paid.map((invoice) => paymentShape(world, invoice)),
      "/v1/invoice_payments",
    );
  },
  "GET /v1/refunds": ({ world, form }) => {
    const of = [...world.refunds.values()].filter((refund) => refund.charge === textAt(form, "charge"));
    return toList(of.map(refundShape), "/v1/refunds");
  },
  "POST /v1/refunds": ({ world, form }) => {
    const intent = take(world.intents, "payment_intent", textAt(form, "payment_intent"));
    const charge = take(world.charges, "charge", intent.charge);
    const remaining = charge.amount - refundedOf(world, charge.id);
    if (remaining <= 0) throw alreadyRefunded(charge.id);
    return refundShape(makeRefund(world, charge.id, remaining, "succeeded"));
  },
  "GET /v1/refunds/*": ({ world, id }) => refundShape(take(world.refunds, "refund", id)),
  "GET /v1/disputes/*": ({ world, id }) => disputeShape(take(world.disputes, "dispute", id)),
};

function makeSubscription({ world, form, expand }: Call): Record<string, unknown> {
  const method = take(world.methods, "PaymentMethod", textAt(form, "default_payment_method"));
  const customer = take(world.customers, "customer", textAt(form, "customer")).id;
  if (method.customer !== customer) throw invalid("The customer does not have a payment method with this ID.");
  const now = world.now();
  const subscription: Subscription = {
    id: world.newId("sub"),
    customer,
    item: world.newId("si"),
    price: take(world.prices, "price", textAt(form, "items", "0", "price")).id,
    method: method.id,
    status: "incomplete",
    periodStart: now,
    periodEnd: now + MONTH_S,
    cancelAtPeriodEnd: false,
    latestInvoice: "",
    metadata: { reference: textAt(form, "metadata", "reference") ?? "" },
  };
  world.subscriptions.set(subscription.id, subscription);
  billPeriod(world, subscription, true);
  world.say("customer.subscription.created", subscriptionShape(world, subscription, []));
  return subscriptionShape(world, subscription, expand);
}

function changeSubscription({ world, id, form, expand }: Call): Record<string, unknown> {
  const subscription = take(world.subscriptions, "subscription", id);
  if (subscription.status === "canceled") throw invalid("A canceled subscription can only update its metadata.");
  const isCanceled = textAt(form, "cancel_at_period_end");
  if (isCanceled !== null) subscription.cancelAtPeriodEnd = isCanceled === "true";
  const method = textAt(form, "default_payment_method");
  if (method !== null) subscription.method = take(world.methods, "PaymentMethod", method).id;
  const price = textAt(form, "items", "0", "price");
  if (price !== null) {
    if (textAt(form, "items", "0", "id") !== subscription.item) throw invalid("this would be a second item");
    if (textAt(form, "proration_behavior") !== "none") throw invalid("this would be charged at once");
    subscription.price = take(world.prices, "price", price).id;
  }
  world.say("customer.subscription.updated", subscriptionShape(world, subscription, []));
  return subscriptionShape(world, subscription, expand);
}

export function answerCall(world: World, asked: { method: string; path: string; form: Form }): Record<string, unknown> {
  const [, , kind = "", id, verb] = asked.path.split("/");
  const name = `${asked.method} /v1/${kind}${id === undefined ? "" : "/*"}${verb === undefined ? "" : `/${verb}`}`;
  const answer = CALLS[name];
  if (!answer) throw invalid(`the fake does not support ${name}`);
  return answer({ world, id: decodeURIComponent(id ?? ""), form: asked.form, expand: listAt(asked.form, "expand") });
}
