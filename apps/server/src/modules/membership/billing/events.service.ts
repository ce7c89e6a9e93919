import { BILLING_MESSAGES } from "@app/contract/billing";
import { z } from "zod";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import type { Dispute, PaymentEvent, Refund } from "#platform/payments/payments.ts";
import { declined, syncCard } from "./cards.service.ts";
import { type Payer, requireCustomer } from "./detach-cards.service.ts";
import {
  hasOtherPayment,
  insertEvent,
  insertFailedRefund,
  insertRefund,
  isKnownEvent,
  isKnownInvoice,
  selectFullyRefunded,
  selectPayerOf,
} from "./invoices.sql.ts";
import { type BillingDeps, reconcile } from "./reconcile.service.ts";

type Handler = (deps: BillingDeps, event: PaymentEvent) => Promise<void>;

const reconcileSubscription: Handler = (deps, event) => reconcile(deps, event.objectId, { event });
const announceTransfer: Handler = (deps, event) => announceProviderChange(deps, event, "transfer");

/** Not `setup_intent.succeeded`: its card is attached by an event of its own. */
const HANDLERS = new Map<string, Handler>([
  ["customer.subscription.created", reconcileSubscription],
  ["customer.subscription.updated", reconcileSubscription],
  ["customer.subscription.deleted", reconcileSubscription],
  ["invoice.paid", handleInvoiceEvent],
  ["invoice.payment_failed", handleInvoiceEvent],
  ["payment_method.attached", handlePaymentMethodEvent],
  ["payment_method.detached", handlePaymentMethodEvent],
  ["charge.refunded", (deps, event) => handleRefundEvent(deps, event, event.objectId)],
  [
    "refund.updated",
    async (deps, event) => handleRefundEvent(deps, event, await deps.payments.findChargeOfRefund(event.objectId)),
  ],
  ["refund.failed", handleFailedRefund],
  ["charge.dispute.created", handleDisputeEvent],
  ["charge.dispute.closed", handleDisputeEvent],
  ["transfer.created", announceTransfer],
  ["transfer.updated", announceTransfer],
  ["transfer.reversed", announceTransfer],
  ["account.updated", (deps, event) => announceProviderChange(deps, event, "account")],
]);

/**
 * Handles an event of the provider once. An event only says that something changed, and the current state is read from
 * the provider: events may arrive in any order, late, or twice at once.
 */
export async function handleEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  if (await isKnownEvent(deps.sql, event.id)) return;
  const handle = HANDLERS.get(event.type);
  if (handle) await handle(deps, event);
  else await insertEvent(deps.sql, event);
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
    for (const refund of refunds) await saveRefund(deps, tx, refund);
  });
}

/** A payment that the operator refunded at the provider in full counts as if our staff had refunded it. */
async function saveRefund(deps: BillingDeps, tx: Tx, refund: Refund): Promise<void> {
  if (!(await insertRefund(tx, refund))) return;
  const invoice = await selectFullyRefunded(tx, refund.invoiceId);
  if (!invoice) return;
  const keepsPayment = await hasOtherPayment(tx, invoice.account_id, [invoice.id]);
  await deps.events.publish(tx, "plan.refunded", { account_id: invoice.account_id, keeps_payment: keepsPayment });
}

/** What the bank has taken back counts like a refund. Until it decides, a reward that waits is reviewed. */
async function handleDisputeEvent(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  const dispute = await deps.payments.readDispute(event.objectId);
  if (dispute) await ensureInvoice(deps, dispute.invoiceId);
  await inTransaction(deps.sql, async (tx) => {
    if (!(await insertEvent(tx, event)) || !dispute) return;
    if (dispute.status === "lost") await saveRefund(deps, tx, dispute);
    if (dispute.status === "open") await reportDispute(deps, tx, dispute);
  });
}

async function reportDispute(deps: BillingDeps, tx: Tx, { id, invoiceId }: Dispute): Promise<void> {
  const accountId = await selectPayerOf(tx, invoiceId);
  if (accountId === null) return;
  deps.log.warn({ dispute: id }, "a payment is disputed: answer at the payment provider");
  await deps.events.publish(tx, "payment.disputed", { account_id: accountId });
}

/** The payer was told that the money comes back, and does not get it. Their receipt no longer says that they did. */
async function handleFailedRefund(deps: BillingDeps, event: PaymentEvent): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if (!(await insertEvent(tx, event))) return;
    await insertFailedRefund(tx, event.objectId, event.createdAt);
    deps.log.error({ refund: event.objectId }, "a refund failed at the bank: look at it at the payment provider");
  });
}

/** The event of a refund may arrive before that of its payment. */
async function ensureInvoice(deps: BillingDeps, invoiceId: string): Promise<void> {
  if (await isKnownInvoice(deps.sql, invoiceId)) return;
  const subscription = await deps.payments.findSubscriptionOfInvoice(invoiceId);
  if (subscription) await reconcile(deps, subscription, { invoiceId });
}

/**
 * Completes or fails the bank's challenge for a card or a payment, as the bank's own page would.
 * @throws AppError `not_found` no sandbox, or no such challenge for this payer; `payment_required` the challenge failed
 */
export async function answerChallenge(
  deps: Pick<Deps, "sql" | "payments">,
  payer: Payer,
  challengeId: string,
  outcome: "complete" | "fail",
): Promise<void> {
  const { sandbox } = deps.payments;
  if (!sandbox) throw notFound();
  if (!(await sandbox.authenticate(await requireCustomer(deps, payer), challengeId, outcome))) throw notFound();
  if (outcome === "fail") throw declined(BILLING_MESSAGES.authenticationFailed);
}

/** Renews due subscriptions in the sandbox and handles its events. Does nothing with Stripe. */
async function runSandbox(deps: BillingDeps): Promise<void> {
  const { sandbox } = deps.payments;
  if (!sandbox) return;
  const onFailure = (error: unknown) => deps.log.error({ err: error }, "sandbox failed");
  await sandbox.run(onFailure);
  await sandbox.deliver((event) => handleEvent(deps, event), onFailure);
}

export const runSandboxJob = defineJob({
  name: "billing:run-sandbox",
  lane: "short",
  payload: z.object({}),
  attempts: 1,
  timeoutMs: 5 * 60_000,
  cron: "* * * * *",
  run: (deps) => runSandbox(deps),
});
