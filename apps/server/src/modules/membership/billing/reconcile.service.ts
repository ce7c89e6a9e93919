import type { Plan } from "@app/contract/accounts";
import { toDollars } from "@app/contract/formats";
import { invoiceId } from "@app/contract/ids";
import { z } from "zod";
import { sendAccountEmail, setPlanLapsed, setPlanPaid } from "#modules/identity/index.ts";
import { completeRegistration } from "#modules/membership/earners/complete-registration.service.ts";
import { isGuardianNeeded } from "#modules/membership/earners/guardian.service.ts";
import { newId } from "#platform/clock.ts";
import { inSavepoint, inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { publishLive } from "#platform/live/publish-live.ts";
import type { PaidInvoice, PaymentEvent, SubscriptionState } from "#platform/payments/payments.ts";
import {
  renderPlanChangeEmail,
  renderReceiptEmail,
  renderRefundEmail,
  toBillingChange,
} from "./billing-mails.presenter.ts";
import { lockPayer, markDefault, type PayerRow, selectCard, selectPayer } from "./customers.sql.ts";
import { hasEarlierInvoice, insertEvent, insertInvoice, insertRefund, selectPayment } from "./invoices.sql.ts";
import { type Reconciliation, type Turn, toReconciliation } from "./reconcile.policy.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  selectByProviderId,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.sql.ts";

export type BillingDeps = Pick<Deps, "sql" | "payments" | "now" | "secrets" | "config" | "log" | "events">;

/** What caused a reconciliation: the provider's event with the invoice that it is about, or the payer who ends the plan. */
type Cause = { event?: PaymentEvent | undefined; invoice?: PaidInvoice | null; isByPayer?: boolean };

const ATTEMPTS = 20;

/** Applies the reply of a call to the provider; where something newer was applied meanwhile, reads the state again. */
export async function applyOrReconcile(
  deps: BillingDeps,
  before: SubscriptionRow,
  state: SubscriptionState,
  cause: Pick<Cause, "isByPayer"> = {},
): Promise<void> {
  if (!(await applyProviderState(deps, before, state, cause))) await reconcile(deps, state.id);
}

/** Reads the provider's current state of a subscription and applies it. Ignores subscriptions that are not ours. */
export async function reconcile(
  deps: BillingDeps,
  providerId: string,
  cause: { event?: PaymentEvent; invoiceId?: string } = {},
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await findRow(deps, providerId);
    const state = before && (await readState(deps, before, providerId));
    if (!before || !state) {
      if (cause.event) await insertEvent(deps.sql, cause.event);
      return;
    }
    const invoice = cause.invoiceId ? await deps.payments.readPaidInvoice(cause.invoiceId) : null;
    if (await applyProviderState(deps, before, state, { event: cause.event, invoice })) return;
  }
  throw new Error("a subscription changes faster than it can be read");
}

/** Cancels an order that we gave up and that the provider created or accepted after all, so that it never renews. */
async function readState(
  deps: BillingDeps,
  before: SubscriptionRow,
  providerId: string,
): Promise<SubscriptionState | null> {
  const current = await deps.payments.readSubscription(providerId);
  const isGivenUp = before.status === "canceled" || before.abandoned_at !== null;
  return isGivenUp && current !== null && current.status !== "canceled" ? deps.payments.cancelNow(providerId) : current;
}

/**
 * Applies the provider's state unless another one was applied since `before` was read. An old reply therefore never
 * overwrites a newer one, in whatever order they arrive.
 * @returns false: another state was applied meanwhile, so the provider has to be read again
 */
function applyProviderState(
  deps: BillingDeps,
  before: SubscriptionRow,
  state: SubscriptionState,
  cause: Cause = {},
): Promise<boolean> {
  return inTransaction(deps.sql, async (tx) => {
    const row = await lockSubscription(tx, before.id);
    if (!row) return true;
    if (row.version !== before.version) return false;
    if (cause.event && !(await insertEvent(tx, cause.event))) return true;
    const isEnding = row.cancel_at_period_end || cause.isByPayer === true;
    const reconciliation = toReconciliation({ ...row, cancel_at_period_end: isEnding }, state, deps.now());
    await updateSubscription(tx, row.id, {
      provider_id: state.id,
      ...reconciliation?.changes,
      version: row.version + 1,
    });
    if (reconciliation) await applyEntitlement(deps, tx, row, reconciliation);
    const invoices = [cause.invoice, state.paidInvoice].filter((paid) => paid !== null && paid !== undefined);
    await savePayments(deps, tx, { row, state, reconciliation }, invoices);
    await publishLive(tx, [row.account_id], { name: "registration.changed", data: {} });
    return true;
  });
}

type Applied = { row: SubscriptionRow; state: SubscriptionState; reconciliation: Reconciliation | null };

async function savePayments(
  deps: BillingDeps,
  tx: Tx,
  { row, state, reconciliation }: Applied,
  invoices: readonly PaidInvoice[],
): Promise<void> {
  for (const paid of invoices) {
    const isRefunded = isRefundDue(row, state, paid, deps.now());
    const rowId = await saveInvoice(deps, tx, { row, paid, plan: planOf(paid, row, reconciliation), isRefunded });
    if (rowId && isRefunded) await queueRefund(deps, tx, row, { ...paid, rowId });
  }
}

/** Finds our row by the provider's id or, when an event overtakes the reply that carries that id, by our reference. */
async function findRow(deps: BillingDeps, providerId: string): Promise<SubscriptionRow | null> {
  const known = await selectByProviderId(deps.sql, providerId);
  if (known) return known;
  const state = await deps.payments.readSubscription(providerId);
  const row = state?.reference ? await selectSubscription(deps.sql, state.reference) : null;
  return row?.provider_id === null ? row : null;
}

/** Updates the account's entitlement, and emails the payer about the changes. */
async function applyEntitlement(
  deps: BillingDeps,
  tx: Tx,
  row: SubscriptionRow,
  reconciliation: Reconciliation,
): Promise<void> {
  const { entitlement, changes, turns } = reconciliation;
  if (entitlement === "lapsed") await setPlanLapsed(tx, row.account_id, deps.now());
  else if (entitlement) {
    await setPlanPaid(tx, row.account_id, entitlement.paid);
    if (row.status === "incomplete") await markPaidCard(tx, row);
    await completePaid(deps, tx, row);
  }
  const payer = turns.length > 0 ? await selectPayer(tx, row.account_id) : null;
  // The email about a ban tells what happens to the plan; the usual ones offer to resume it.
  if (!payer || payer.is_banned) return;
  const accountId = row.account_id;
  const needsGuardian = await isGuardianNeeded({ sql: tx, now: deps.now }, accountId);
  for (const turn of turns) await sendPlanChange(deps, tx, turn, { ...payer, ...changes, accountId, needsGuardian });
}

/** The card that paid for a new plan also pays its renewals, so it is the default from now on. */
async function markPaidCard(tx: Tx, { account_id: accountId, provider, payment_method_id: id }: SubscriptionRow) {
  await lockPayer(tx, accountId);
  const card = id && (await selectCard(tx, { id, accountId, provider }));
  if (card) await markDefault(tx, accountId, card.id);
}

/** By email and by the bell. */
async function sendPlanChange(
  deps: BillingDeps,
  tx: Tx,
  turn: Turn,
  of: Reconciliation["changes"] & PayerRow & { accountId: string; needsGuardian: boolean },
): Promise<void> {
  const { publicUrl, platformTimeZone } = deps.config;
  const told = { ...of, publicUrl, platformTimeZone };
  await sendAccountEmail(deps, tx, of, renderPlanChangeEmail(turn, told));
  const changed = { account_id: of.accountId, invoice_id: null, ...toBillingChange(turn, told) };
  await deps.events.publish(tx, "billing.changed", changed);
}

/** Completes the registration in the transaction that records its payment. A failure keeps the payment; a job retries. */
async function completePaid(deps: BillingDeps, tx: Tx, row: SubscriptionRow): Promise<void> {
  const error = await inSavepoint(tx, () => completeRegistration(deps, tx, row.account_id));
  if (error !== null) deps.log.error({ err: error, subscription: row.id }, "paid registration could not be completed");
}

/**
 * A payment goes back if its order was given up, if its plan ends with a refund, or if the plan ended
 * because this payment had not arrived yet.
 */
function isRefundDue(row: SubscriptionRow, state: SubscriptionState, paid: PaidInvoice, now: Date): boolean {
  const isEndedUnbegun = row.status === "incomplete" && state.status === "canceled";
  const isEndedUnpaid = row.status !== "active" && state.status === "canceled" && paid.periodEnd > now;
  return isGivenUp(row) || isEndedUnbegun || isEndedUnpaid || row.refund_requested_at !== null;
}

function isGivenUp(row: SubscriptionRow): boolean {
  return row.abandoned_at !== null || (row.status === "canceled" && row.current_period_start === null);
}

async function queueRefund(
  deps: BillingDeps,
  tx: Tx,
  row: SubscriptionRow,
  paid: PaidInvoice & { rowId: string },
): Promise<void> {
  await enqueue(tx, refundPaymentJob, { invoice_id: paid.rowId }, { key: `refund:${paid.rowId}` });
  deps.log.warn({ subscription: row.id }, "paid after the order was given up or the plan ended, refunding it");
  const payer = await selectPayer(tx, row.account_id);
  const bill = { ...paid, plan: row.plan, isUnbegun: row.current_period_start === null };
  if (payer)
    await sendAccountEmail(deps, tx, payer, renderRefundEmail({ ...payer, ...bill, publicUrl: deps.config.publicUrl }));
  await deps.events.publish(tx, "billing.changed", {
    account_id: row.account_id,
    change: "payment_refunded",
    invoice_id: paid.rowId,
    detail: toDollars(paid.totalCents),
  });
}

/**
 * Emails the receipt, unless the payment goes back at once: then only that is emailed.
 * @returns our id of the invoice; null: it was saved before
 */
async function saveInvoice(
  deps: BillingDeps,
  tx: Tx,
  { row, paid, plan, isRefunded }: { row: SubscriptionRow; paid: PaidInvoice; plan: Plan; isRefunded: boolean },
): Promise<string | null> {
  const id = newId(invoiceId, paid.paidAt);
  const ids = { id, accountId: row.account_id, subscriptionId: row.id, plan };
  if (!(await insertInvoice(tx, ids, paid))) return null;
  if (isRefunded) return id;
  const payer = await selectPayer(tx, row.account_id);
  const { publicUrl, platformTimeZone } = deps.config;
  if (payer)
    await sendAccountEmail(
      deps,
      tx,
      payer,
      renderReceiptEmail({ ...payer, ...paid, plan, rowId: id, publicUrl, platformTimeZone }),
    );
  if (await hasEarlierInvoice(tx, { subscriptionId: row.id, before: paid.periodStart }))
    await deps.events.publish(tx, "billing.changed", {
      account_id: row.account_id,
      change: "plan_renewed",
      invoice_id: id,
      detail: toDollars(paid.totalCents),
    });
  return id;
}

/** The plan that an invoice paid for: the next one only from the period in which it starts. */
function planOf(paid: PaidInvoice, row: SubscriptionRow, reconciliation: Reconciliation | null): Plan {
  const start = reconciliation?.changes.current_period_start;
  return reconciliation && start && paid.periodStart >= start ? reconciliation.changes.plan : row.plan;
}

/** Retried for about two days, because a promised refund must reach the payer. */
export const refundPaymentJob = defineJob({
  name: "billing:refund-payment",
  lane: "short",
  payload: z.strictObject({ invoice_id: z.uuid() }),
  attempts: 20,
  timeoutMs: 2 * 60_000,
  run: (deps, { invoice_id }) => refundPayment(deps, invoice_id),
  async onExhausted(deps, { invoice_id }) {
    deps.log.error({ invoice: invoice_id }, "refund failed for good: refund it at the payment provider");
  },
});

/** Refunds the rest of a payment. A refund that the bank has not confirmed yet is recorded when its event arrives. */
async function refundPayment(deps: Pick<Deps, "sql" | "payments">, invoiceId: string): Promise<void> {
  const payment = await selectPayment(deps.sql, invoiceId);
  if (!payment) return;
  if (payment.provider !== deps.payments.provider)
    throw new Error(`the payment was taken by ${payment.provider}, which is no longer the provider`);
  const refund = await deps.payments.refund(payment.provider_id);
  if (refund) await insertRefund(deps.sql, refund);
}
