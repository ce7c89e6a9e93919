import { inTransaction } from "#platform/db/database.ts";
import type { PaymentEvent } from "#platform/payments/payments.ts";
import { followCard } from "./cards.service.ts";
import { deleteOldEvents, insertEvent, isKnownEvent } from "./events.sql.ts";
import { insertRefund, isKnownInvoice } from "./invoices.sql.ts";
import { type BillingDeps, takeOver } from "./takeover.service.ts";

export { deleteOldEvents };

/**
 * Does what an event of the provider asks for, once. An event says only that something has changed: what it is now
 * is asked for, so that events may come in any order, late, or twice at once.
 */
export async function handleEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  if (await isKnownEvent(deps.sql, event.id)) return;
  switch (event.type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return takeOver(deps, event.objectId, { event });
    case "invoice.paid":
    case "invoice.payment_failed":
      return followInvoice(deps, event);
    case "payment_method.attached":
    case "payment_method.detached":
      return followPaymentMethod(deps, event);
    case "charge.refunded":
      return followRefunds(deps, event, event.objectId);
    case "refund.updated":
      return followRefunds(deps, event, await deps.payments.findChargeOfRefund(event.objectId));
    default:
      // `setup_intent.succeeded` among them: the card that it was for is attached with an event of its own.
      await insertEvent(deps.sql, event);
  }
}

async function followInvoice(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const subscription = await deps.payments.findSubscriptionOfInvoice(event.objectId);
  if (subscription) return takeOver(deps, subscription, { event, invoiceId: event.objectId });
  await insertEvent(deps.sql, event);
}

async function followPaymentMethod(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const card = await deps.payments.readCard(event.objectId);
  await inTransaction(deps.sql, async (tx) => {
    if (await insertEvent(tx, event)) await followCard(deps, tx, { providerId: event.objectId, card });
  });
}

async function followRefunds(deps: BillingDeps, event: PaymentEvent, chargeId: string | null): Promise<void> {
  const refunds = chargeId === null ? [] : await deps.payments.listRefunds(chargeId);
  for (const invoiceId of new Set(refunds.map((refund) => refund.invoiceId))) await haveInvoice(deps, invoiceId);
  await inTransaction(deps.sql, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    for (const refund of refunds) await insertRefund(tx, refund);
  });
}

/** Money may be heard to go back before it is heard to have come. */
async function haveInvoice(deps: BillingDeps, invoiceId: string): Promise<void> {
  if (await isKnownInvoice(deps.sql, invoiceId)) return;
  const subscription = await deps.payments.findSubscriptionOfInvoice(invoiceId);
  if (subscription) await takeOver(deps, subscription, { invoiceId });
}
