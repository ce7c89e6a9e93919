import { inTransaction } from "#platform/db/database.ts";
import type { PaymentEvent } from "#platform/payments/payments.ts";
import { syncCard } from "./cards.service.ts";
import { insertEvent, insertRefund, isKnownEvent, isKnownInvoice } from "./invoices.sql.ts";
import { type BillingDeps, reconcile } from "./reconcile.service.ts";

/**
 * Handles an event of the provider once. An event only says that something changed, and the current state is read from
 * the provider: events may arrive in any order, late, or twice at once.
 */
export async function handleEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  if (await isKnownEvent(deps.sql, event.id)) return;
  switch (event.type) {
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return reconcile(deps, event.objectId, { event });
    case "invoice.paid":
    case "invoice.payment_failed":
      return handleInvoiceEvent(deps, event);
    case "payment_method.attached":
    case "payment_method.detached":
      return handlePaymentMethodEvent(deps, event);
    case "charge.refunded":
      return handleRefundEvent(deps, event, event.objectId);
    case "refund.updated":
      return handleRefundEvent(deps, event, await deps.payments.findChargeOfRefund(event.objectId));
    case "transfer.created":
    case "transfer.updated":
    case "transfer.reversed":
      return announceProviderChange(deps, event, "transfer");
    case "account.updated":
      return announceProviderChange(deps, event, "account");
    default:
      // Includes `setup_intent.succeeded`: its card is attached by an event of its own.
      await insertEvent(deps.sql, event);
  }
}

/** For payouts, which read the current state themselves. */
async function announceProviderChange(
  deps: BillingDeps,
  event: PaymentEvent,
  kind: "transfer" | "account",
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if (await insertEvent(tx, event))
      await deps.events.publish(tx, "payout_provider.changed", { kind, object_id: event.objectId });
  });
}

async function handleInvoiceEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const subscription = await deps.payments.findSubscriptionOfInvoice(event.objectId);
  if (subscription) return reconcile(deps, subscription, { event, invoiceId: event.objectId });
  await insertEvent(deps.sql, event);
}

async function handlePaymentMethodEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const card = await deps.payments.readCard(event.objectId);
  await inTransaction(deps.sql, async (tx) => {
    if (await insertEvent(tx, event)) await syncCard(deps, tx, { providerId: event.objectId, card });
  });
}

async function handleRefundEvent(deps: BillingDeps, event: PaymentEvent, chargeId: string | null): Promise<void> {
  const refunds = chargeId === null ? [] : await deps.payments.listRefunds(chargeId);
  for (const invoiceId of new Set(refunds.map((refund) => refund.invoiceId))) await ensureInvoice(deps, invoiceId);
  await inTransaction(deps.sql, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    for (const refund of refunds) await insertRefund(tx, refund);
  });
}

/** The event of a refund may arrive before that of its payment. */
async function ensureInvoice(deps: BillingDeps, invoiceId: string): Promise<void> {
  if (await isKnownInvoice(deps.sql, invoiceId)) return;
  const subscription = await deps.payments.findSubscriptionOfInvoice(invoiceId);
  if (subscription) await reconcile(deps, subscription, { invoiceId });
}
