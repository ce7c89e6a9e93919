import Stripe from "stripe";
import type { Refund } from "./payments.ts";
import { callStripe, findInStripe, type StripeClient } from "./stripe-client.ts";
import { toDate, toId, toPaymentIntentId } from "./stripe-shapes.ts";

/** Refunds the rest of a payment. The invoice's id is the idempotency key, so a second call refunds nothing more. */
export async function refundInStripe(stripe: StripeClient, invoiceId: string): Promise<Refund | null> {
  const invoice = await findInStripe(() => stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }));
  const intent = invoice && toPaymentIntentId(invoice);
  if (!intent) throw new Error("the invoice has no payment in Stripe");
  const refund = await createRefund(stripe, invoiceId, intent);
  if (refund?.status === "failed" || refund?.status === "canceled") throw new Error("the bank declined the refund");
  if (refund?.status !== "succeeded") return null;
  return { id: refund.id, invoiceId, cents: refund.amount, at: toDate(refund.created) };
}

/** @returns null: the payment was fully refunded before */
async function createRefund(stripe: StripeClient, invoiceId: string, intent: string): Promise<Stripe.Refund | null> {
  try {
    return await callStripe(() =>
      stripe.refunds.create(
        { payment_intent: intent, reason: "requested_by_customer" },
        { idempotencyKey: `refund-${invoiceId}` },
      ),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_already_refunded")
      return null;
    throw error;
  }
}

/** The completed refunds of a charge. */
export async function listStripeRefunds(stripe: StripeClient, chargeId: string): Promise<Refund[]> {
  const charge = await findInStripe(() => stripe.charges.retrieve(chargeId));
  const intent = toId(charge?.payment_intent);
  if (intent === null) return [];
  const payments = await callStripe(() =>
    stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: intent }, limit: 1 }),
  );
  const invoiceId = toId(payments.data[0]?.invoice);
  if (invoiceId === null) return [];
  const refunds = await callStripe(() => stripe.refunds.list({ charge: chargeId, limit: 100 }));
  return refunds.data
    .filter((refund) => refund.status === "succeeded")
    .map((refund) => ({ id: refund.id, invoiceId, cents: refund.amount, at: toDate(refund.created) }));
}
