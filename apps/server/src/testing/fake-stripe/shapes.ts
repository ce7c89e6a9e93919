import {
  type Dispute,
  type Intent,
  type Invoice,
  type Method,
  type Refund,
  type Setup,
  type Subscription,
  take,
  type World,
} from "./world.ts";

export type Shape = Record<string, unknown> & { id: string; object: string };

export function toList(data: Shape[], url: string): Record<string, unknown> {
  return { object: "list", data, has_more: false, url };
}

export function methodShape(method: Method): Shape {
  const { id, customer, brand, last4, exp_month, exp_year, fingerprint, funding } = method;
  return {
    id,
    object: "payment_method",
    type: "card",
    customer,
    livemode: false,
    metadata: {},
    card: { brand, last4, exp_month, exp_year, fingerprint, funding, country: "US" },
  };
}

export function setupShape(world: World, setup: Setup, expand: readonly string[]): Shape {
  const method = setup.payment_method;
  return {
    id: setup.id,
    object: "setup_intent",
    client_secret: `${setup.id}_secret_x`,
    customer: setup.customer,
    last_setup_error: setup.error === null ? null : { type: "card_error", message: setup.error },
    livemode: false,
    metadata: setup.metadata,
    payment_method:
      method && expand.includes("payment_method") ? methodShape(take(world.methods, "PaymentMethod", method)) : method,
    payment_method_types: ["card"],
    status: setup.status,
    usage: setup.usage,
  };
}

export function intentShape(world: World, intent: Intent, expand: readonly string[]): Shape {
  const method = take(world.methods, "PaymentMethod", intent.payment_method);
  // A declined payment drops its card and waits for another one.
  const isForgotten = intent.status === "requires_payment_method";
  return {
    id: intent.id,
    object: "payment_intent",
    amount: intent.amount,
    client_secret: `${intent.id}_secret_x`,
    currency: "usd",
    customer: intent.customer,
    last_payment_error: intent.error === null ? null : { type: "card_error", message: intent.error },
    latest_charge: intent.charge,
    livemode: false,
    payment_method: isForgotten ? null : expand.includes("payment_method") ? methodShape(method) : method.id,
    status: intent.status,
  };
}

export function invoiceShape(world: World, invoice: Invoice, expand: readonly string[]): Shape {
  const subscription = take(world.subscriptions, "subscription", invoice.subscription);
  return {
    id: invoice.id,
    object: "invoice",
    amount_due: invoice.amount,
    amount_paid: invoice.status === "paid" ? invoice.amount : 0,
    billing_reason: "subscription_cycle",
    currency: "usd",
    customer: invoice.customer,
    lines: toList([lineShape(invoice)], `/v1/invoices/${invoice.id}/lines`),
    livemode: false,
    number: invoice.number,
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: invoice.subscription },
    },
    ...(expand.includes("payments")
      ? { payments: toList([paymentShape(world, invoice)], "/v1/invoice_payments") }
      : {}),
    // Like in Stripe, the invoice's own period is the previous one.
    period_end: invoice.periodStart,
    period_start: invoice.periodStart,
    status: invoice.status,
    status_transitions: { finalized_at: invoice.periodStart, paid_at: invoice.paidAt, voided_at: null },
    subtotal: invoice.amount,
    total: invoice.amount,
    total_excluding_tax: invoice.amount,
    total_taxes: [],
  };
}

function lineShape(invoice: Invoice): Shape {
  return {
    id: `il_${invoice.id}`,
    object: "line_item",
    amount: invoice.amount,
    currency: "usd",
    description: invoice.description,
    period: { start: invoice.periodStart, end: invoice.periodEnd },
    quantity: 1,
  };
}

export function paymentShape(world: World, invoice: Invoice): Shape {
  const intent = take(world.intents, "payment_intent", invoice.intent);
  return {
    id: `inpay_${invoice.id}`,
    object: "invoice_payment",
    amount_paid: invoice.status === "paid" ? invoice.amount : null,
    amount_requested: invoice.amount,
    currency: "usd",
    invoice: invoice.id,
    is_default: true,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: invoice.status === "paid" ? "paid" : "open",
  };
}

export function refundShape(refund: Refund): Shape {
  const { id, charge, amount, created, status } = refund;
  return {
    id,
    object: "refund",
    amount,
    balance_transaction: null,
    charge,
    created,
    currency: "usd",
    metadata: {},
    payment_intent: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

export function disputeShape({ id, charge, amount, created, status }: Dispute): Shape {
  return {
    id,
    object: "dispute",
    amount,
    balance_transactions: [],
    charge,
    created,
    currency: "usd",
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: null,
    reason: "fraudulent",
    status,
  };
}

export function subscriptionShape(world: World, subscription: Subscription, expand: readonly string[]): Shape {
  const invoice = take(world.invoices, "invoice", subscription.latestInvoice);
  const within = expand
    .filter((path) => path.startsWith("latest_invoice."))
    .map((path) => path.slice("latest_invoice.".length));
  const isExpanded = within.length > 0 || expand.includes("latest_invoice");
  const price = take(world.prices, "price", subscription.price);
  return {
    id: subscription.id,
    object: "subscription",
    cancel_at: subscription.cancelAtPeriodEnd ? subscription.periodEnd : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    currency: "usd",
    customer: subscription.customer,
    default_payment_method: subscription.method,
    items: toList(
      [
        {
          id: subscription.item,
          object: "subscription_item",
          current_period_end: subscription.periodEnd,
          current_period_start: subscription.periodStart,
          price: { object: "price", currency: "usd", ...price },
          quantity: 1,
          subscription: subscription.id,
        },
      ],
      `/v1/subscription_items?subscription=${subscription.id}`,
    ),
    latest_invoice: isExpanded ? invoiceShape(world, invoice, within) : invoice.id,
    livemode: false,
    metadata: subscription.metadata,
    status: subscription.status,
  };
}
