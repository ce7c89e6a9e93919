import { invoiceId } from "@app/contract/ids";
import { keepPlanPaid, letPlanLapse } from "#modules/identity/index.ts";
import { completeRegistration } from "#modules/membership/earners/complete-registration.service.ts";
import { inSavepoint, inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { queueMail } from "#platform/mail/send-mail.ts";
import { newId } from "#platform/new-id.ts";
import type { PaidInvoice, PaymentEvent, SubscriptionState } from "#platform/payments/payments.ts";
import { receiptMail, refundMail, toTurnMail } from "./billing-mails.view.ts";
import { selectPayer } from "./customers.sql.ts";
import { insertEvent } from "./events.sql.ts";
import { insertInvoice } from "./invoices.sql.ts";
import { refundPaymentJob } from "./refund-payment.jobs.ts";
import {
  lockSubscription,
  type SubscriptionRow,
  selectByProviderId,
  selectSubscription,
  updateSubscription,
} from "./subscriptions.sql.ts";
import { type Takeover, toTakeover } from "./takeover.policy.ts";

export type BillingDeps = Pick<Deps, "sql" | "payments" | "now" | "secrets" | "config" | "log" | "events">;

type Heard = { event?: PaymentEvent; invoice?: PaidInvoice | null };

const ATTEMPTS = 20;

/**
 * Takes over what the provider says, if nobody else has taken over anything since `before` was read. The answer
 * of a call is therefore never put over a newer one, in whatever order they arrive.
 * @returns false: somebody has, and the provider has to be asked anew
 */
export function takeOverState(
  deps: BillingDeps,
  before: SubscriptionRow,
  state: SubscriptionState,
  heard: Heard = {},
): Promise<boolean> {
  return inTransaction(deps.sql, async (tx) => {
    const row = await lockSubscription(tx, before.id);
    if (!row) return true;
    if (row.version !== before.version) return false;
    if (heard.event && !(await insertEvent(tx, heard.event))) return true;
    const takeover = toTakeover(row, state, deps.now());
    await updateSubscription(tx, row.id, { provider_id: state.id, ...takeover?.changes, version: row.version + 1 });
    if (takeover) await makeKnown(deps, tx, row, takeover);
    for (const paid of [heard.invoice, state.paidInvoice]) {
      const kept = paid && (await keepInvoice(deps, tx, row, takeover, paid));
      if (paid && kept && isOwedBack(row, state)) await giveBack(deps, tx, row, { ...paid, rowId: kept });
    }
    return true;
  });
}

/** Asks the provider what a subscription is now, and takes it over. Nothing is done about one that is not ours. */
export async function takeOver(
  deps: BillingDeps,
  providerId: string,
  heard: { event?: PaymentEvent; invoiceId?: string } = {},
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await findRow(deps, providerId);
    const found = before && (await deps.payments.readSubscription(providerId));
    if (!before || !found) {
      if (heard.event) await insertEvent(deps.sql, heard.event);
      return;
    }
    // An order that was given up, and came about nevertheless: nothing more may be charged for it.
    const isLate = before.status === "canceled" && found.status !== "canceled";
    const state = isLate ? await deps.payments.cancelNow(providerId) : found;
    const invoice = heard.invoiceId ? await deps.payments.readPaidInvoice(heard.invoiceId) : null;
    if (await takeOverState(deps, before, state, { ...(heard.event ? { event: heard.event } : {}), invoice })) return;
  }
  throw new Error("a subscription changes faster than it can be read");
}

/** Our row; when the provider was faster than its own answer, found by the reference that it was given. */
async function findRow(deps: BillingDeps, providerId: string): Promise<SubscriptionRow | null> {
  const known = await selectByProviderId(deps.sql, providerId);
  if (known) return known;
  const state = await deps.payments.readSubscription(providerId);
  const row = state?.reference ? await selectSubscription(deps.sql, state.reference) : null;
  return row?.provider_id === null ? row : null;
}

async function makeKnown(deps: BillingDeps, tx: Tx, row: SubscriptionRow, takeover: Takeover): Promise<void> {
  const { standing, changes, turns } = takeover;
  if (standing === "lapsed") await letPlanLapse(tx, row.account_id, deps.now());
  else if (standing) {
    await keepPlanPaid(tx, row.account_id, standing.paid);
    await completePaid(deps, tx, row);
  }
  const payer = turns.length > 0 ? await selectPayer(tx, row.account_id) : null;
  if (!payer) return;
  for (const turn of turns)
    await queueMail(deps, tx, toTurnMail(turn, { ...payer, ...changes, publicUrl: deps.config.publicUrl }));
}

/**
 * Completes what was paid for, in the transaction that writes the payment down. The payment stays when that fails: a sweep
 * tries again.
 */
async function completePaid(deps: BillingDeps, tx: Tx, row: SubscriptionRow): Promise<void> {
  const error = await inSavepoint(tx, () => completeRegistration(deps, tx, row.account_id));
  if (error !== null)
    deps.log.error({ err: error, subscription: row.id }, "a paid registration could not be completed");
}

/** Paid for an order that was given up, or for a plan that is ended with a refund. */
function isOwedBack(row: SubscriptionRow, state: SubscriptionState): boolean {
  const isGivenUp = row.status === "canceled" && row.current_period_start === null;
  const isEndedUnbegun = row.status === "incomplete" && state.status === "canceled";
  return isGivenUp || isEndedUnbegun || row.refund_requested_at !== null;
}

async function giveBack(
  deps: BillingDeps,
  tx: Tx,
  row: SubscriptionRow,
  paid: PaidInvoice & { rowId: string },
): Promise<void> {
  await enqueue(tx, refundPaymentJob, { invoice_id: paid.rowId }, { key: `refund:${paid.rowId}` });
  deps.log.warn({ subscription: row.id }, "an order was paid after it was given up: its payment goes back");
  const payer = await selectPayer(tx, row.account_id);
  if (payer)
    await queueMail(deps, tx, refundMail({ ...payer, ...paid, plan: row.plan, publicUrl: deps.config.publicUrl }));
}

/** @returns our id of it; null when it is known already */
async function keepInvoice(
  deps: BillingDeps,
  tx: Tx,
  row: SubscriptionRow,
  takeover: Takeover | null,
  paid: PaidInvoice,
): Promise<string | null> {
  const start = takeover?.changes.current_period_start;
  const plan = takeover && start && paid.periodStart >= start ? takeover.changes.plan : row.plan;
  const id = newId(invoiceId, paid.paidAt);
  const ids = { id, accountId: row.account_id, subscriptionId: row.id, plan };
  if (!(await insertInvoice(tx, ids, paid))) return null;
  const payer = await selectPayer(tx, row.account_id);
  if (payer)
    await queueMail(deps, tx, receiptMail({ ...payer, ...paid, plan, rowId: id, publicUrl: deps.config.publicUrl }));
  return id;
}
