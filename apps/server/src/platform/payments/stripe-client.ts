import type { SubscriptionStatus } from "@app/contract/billing";
import Stripe from "stripe";
import type { Config } from "#src/config.ts";
import { AppError } from "../errors.ts";
import { CardDeclined, type CardOnFile, type CheckedCard, type PaidInvoice } from "./payments.ts";

const TIMEOUT_MS = 15_000;
const RETRIES = 2;

export type StripeClient = Stripe;

export function createStripeClient({ secretKey, apiBase }: NonNullable<Config["stripe"]>): StripeClient {
  const { protocol, hostname, port } = new URL(apiBase);
  return new Stripe(secretKey, {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    ...(port === "" ? {} : { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
}

/**
 * Calls Stripe and maps its errors to ours.
 * @throws CardDeclined; AppError `unavailable` Stripe does not respond, or limits our rate; Error it refuses our key
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new CardDeclined(error.message);
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    )
      throw new AppError("unavailable", "The payment provider is not responding. Please try again in a minute.");
    if (
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError
    )
      throw new Error(`Stripe refuses STRIPE_SECRET_KEY: ${error.type}`, { cause: error });
    throw error;
  }
}

/** @returns null: Stripe has no such object */
export async function findInStripe<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await callStripe(call);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
    throw error;
  }
}

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
