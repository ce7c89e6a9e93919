import Stripe from "stripe";
import type { Dispute, Refund } from "./payments.ts";
import { callStripe, findInStripe, type StripeClient, toDate, toId, toPaymentIntentId } from "./stripe-client.ts";

/** Refunds the rest of a payment. The invoice's id is the idempotency key, so a second call refunds nothing more. */
export async function refundInStripe(stripe: StripeClient, invoiceId: string): Promise<Refund | null> {
  const invoice = await findInStripe(() => stripe.invoices.retrieve(invoiceId, { expand: ["payments"] }));
  const intent = invoice && toPaymentIntentId(invoice);
  if (!intent) throw new Error("the invoice has no payment in Stripe");
  const created = await createRefund(stripe, invoiceId, intent);
  // A repeated call gets the first reply again, and the bank may have returned the refund since.
  const refund = created && (await findInStripe(() => stripe.refunds.retrieve(created.id)));
  if (refund?.status === "failed" || refund?.status === "canceled") throw new Error("the bank declined the refund");
  if (refund?.status !== "succeeded") return null;
  return { id: refund.id, invoiceId, cents: refund.amount, at: toDate(refund.created) };
}

const NOTHING_TO_REFUND = new Set<string | undefined>(["charge_already_refunded", "charge_disputed"]);

/** @returns null: the payment was fully refunded before, or the payer's bank decides about it */
async function createRefund(stripe: StripeClient, invoiceId: string, intent: string): Promise<Stripe.Refund | null> {
  try {
    return await callStripe(() =>
      stripe.refunds.create(
        { payment_intent: intent, reason: "requested_by_customer" },
        { idempotencyKey: `refund-${invoiceId}` },
      ),
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && NOTHING_TO_REFUND.has(error.code)) return null;
    throw error;
  }
}

async function findInvoiceOfCharge(stripe: StripeClient, chargeId: string): Promise<string | null> {
  const charge = await findInStripe(() => stripe.charges.retrieve(chargeId));
  const intent = toId(charge?.payment_intent);
  if (intent === null) return null;
  const payments = await callStripe(() =>
    stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: intent }, limit: 1 }),
  );
  return toId(payments.data[0]?.invoice);
}

/** A bank's question about a payment (`warning_…`) takes no money, and may become a dispute. */
const DISPUTE_ENDS: Partial<Record<Stripe.Dispute.Status, Dispute["status"]>> = {
  lost: "lost",
  won: "won",
  prevented: "won",
  warning_closed: "won",
};

export async function readStripeDispute(stripe: StripeClient, id: string): Promise<Dispute | null> {
  const dispute = await findInStripe(() => stripe.disputes.retrieve(id));
  const chargeId = toId(dispute?.charge);
  const invoiceId = chargeId === null ? null : await findInvoiceOfCharge(stripe, chargeId);
  if (!dispute || invoiceId === null) return null;
  const { amount: cents, created, status } = dispute;
  return { id, invoiceId, cents, at: toDate(created), status: DISPUTE_ENDS[status] ?? "open" };
}

/** The completed refunds of a charge. */
export async function listStripeRefunds(stripe: StripeClient, chargeId: string): Promise<Refund[]> {
  const invoiceId = await findInvoiceOfCharge(stripe, chargeId);
  if (invoiceId === null) return [];
  const refunds = await callStripe(() => stripe.refunds.list({ charge: chargeId, limit: 100 }));
  return refunds.data
    .filter((refund) => refund.status === "succeeded")
    .map((refund) => ({ id: refund.id, invoiceId, cents: refund.amount, at: toDate(refund.created) }));
}
