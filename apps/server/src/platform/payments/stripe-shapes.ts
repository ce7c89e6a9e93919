import type { SubscriptionStatus } from "@app/contract/billing";
import type Stripe from "stripe";
import type { CardOnFile, CheckedCard, PaidInvoice } from "./payments.ts";

const STATUS: Record<string, SubscriptionStatus> = {
  active: "active",
  trialing: "active",
  past_due: "past_due",
  unpaid: "past_due",
  paused: "past_due",
  incomplete: "incomplete",
  incomplete_expired: "canceled",
  canceled: "canceled",
};

export function toStatus(status: string): SubscriptionStatus {
  const known = STATUS[status];
  if (!known) throw new Error(`unknown Stripe status: ${status}`);
  return known;
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** Stripe returns an id, or the object where we expand it. */
export function toId(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null;
  return typeof reference === "string" ? reference : reference.id;
}

/** @returns null: not a card, or detached */
export function toCardOnFile(method: Stripe.PaymentMethod): CardOnFile | null {
  const customerId = toId(method.customer);
  if (!method.card || customerId === null) return null;
  return {
    id: method.id,
    customerId,
    brand: method.card.brand,
    last4: method.card.last4 ?? "0000",
    expMonth: method.card.exp_month,
    expYear: method.card.exp_year,
    fingerprint: method.card.fingerprint ?? "",
  };
}

/** @returns null: not a card */
export function toCheckedCard({ card }: Stripe.PaymentMethod): CheckedCard | null {
  return card ? { fingerprint: card.fingerprint ?? "", isPrepaid: card.funding === "prepaid" } : null;
}

/** @returns null: not paid, or not an invoice of a subscription */
export function toPaidInvoice(invoice: Stripe.Invoice, card: PaidInvoice["card"]): PaidInvoice | null {
  const subscriptionId = toId(invoice.parent?.subscription_details?.subscription);
  const paidAt = invoice.status_transitions.paid_at;
  const [line] = invoice.lines.data;
  if (invoice.status !== "paid" || subscriptionId === null || paidAt === null || !line) return null;
  const subtotalCents = invoice.total_excluding_tax ?? invoice.total;
  return {
    id: invoice.id,
    number: invoice.number ?? invoice.id,
    subscriptionId,
    lines: invoice.lines.data.map(({ description, amount }) => ({ description: description ?? "Plan", cents: amount })),
    subtotalCents,
    taxCents: invoice.total - subtotalCents,
    totalCents: invoice.total,
    card,
    // The invoice's own period is the previous one; the line has the period that was paid for.
    periodStart: toDate(line.period.start),
    periodEnd: toDate(line.period.end),
    paidAt: toDate(paidAt),
  };
}

/** Needs an invoice with `payments` expanded. */
export function toPaymentIntentId(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const first = payments.find((payment) => payment.is_default) ?? payments[0];
  return toId(first?.payment.payment_intent);
}
