import { BATCH_MESSAGES } from "@app/contract/payout-batches";
import { transferPayout } from "#modules/earnings/earnings/ledger.service.ts";
import { selectPeriod } from "#modules/earnings/earnings/statements.sql.ts";
import { markReferralsPaid, removeFromPayout } from "#modules/earnings/referrals/referrals.sql.ts";
import { recordAudit } from "#platform/audit.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { findHold } from "./payees.service.ts";
import {
  lockBatch,
  lockPayout,
  lockPayouts,
  markBatchVoided,
  markPayoutFailed,
  markPayoutPaid,
  type PayoutRow,
  selectBatchOf,
} from "./payouts.sql.ts";

type SettleDeps = Pick<Deps, "sql" | "now" | "events" | "config">;

/** The payout of a transaction that has locked it. */
type Locked = { tx: Tx; payout: PayoutRow; at: Date };

/** The money has arrived. */
export async function settlePayout(deps: Pick<Deps, "events">, { tx, payout, at }: Locked): Promise<void> {
  await markReferralsPaid(tx, payout.id, at);
  await markPayoutPaid(tx, payout.id, at);
  await transferPayout(tx, { ...toMove(payout), at }, "settle");
  await publish(deps, tx, { payout, change: "payout_paid" });
}

/**
 * Returns the money to the balance.
 * @param failure for the earner
 */
export async function returnPayout(
  deps: Pick<Deps, "events">,
  { tx, payout, at }: Locked,
  failure: string,
): Promise<void> {
  await removeFromPayout(tx, payout.id);
  await markPayoutFailed(tx, payout.id, { at, failure });
  await transferPayout(tx, { ...toMove(payout), at }, payout.state === "paid" ? "returnPaid" : "returnUnpaid");
  await publish(deps, tx, { payout, change: "payout_failed" });
}

function toMove(payout: PayoutRow) {
  return { payoutId: payout.id, earnerId: payout.earner_id, amountCents: payout.amount_cents };
}

async function publish(
  deps: Pick<Deps, "events">,
  tx: Tx,
  { payout, change }: { payout: PayoutRow; change: "payout_paid" | "payout_failed" },
): Promise<void> {
  const { id, earner_id, amount_cents } = payout;
  await deps.events.publish(tx, "payout.changed", { account_id: earner_id, change, payout_id: id, amount_cents });
}

/** @throws AppError `not_found`; `conflict` not in transit, or sent by Stripe; `invalid_input` on `paid_on` */
export async function markPaid(deps: SettleDeps, staff: Member, id: string, paidOn: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const payout = await requirePayout(tx, id);
    if (!canMarkPaid(payout)) throw new AppError("conflict", toConflict(payout));
    await markOne(deps, { tx, payout, staff }, paidOn);
  });
}

/**
 * Marks all payouts of a batch that are made by hand and in transit. Those on hold stay: staff mark each of them, as paid if
 * the money had left before.
 * @returns how many of each
 */
export async function markBatchPaid(
  deps: SettleDeps,
  staff: Member,
  id: string,
  paidOn: string,
): Promise<{ marked: number; held: number }> {
  return inTransaction(deps.sql, async (tx) => {
    await requireReady(tx, id);
    const payouts = (await lockPayouts(tx, id)).filter(canMarkPaid);
    let held = 0;
    for (const payout of payouts)
      if ((await findHold(deps, tx, payout)) === null) await markOne(deps, { tx, payout, staff }, paidOn);
      else held += 1;
    return { marked: payouts.length - held, held };
  });
}

async function markOne(
  deps: SettleDeps,
  { tx, payout, staff }: { tx: Tx; payout: PayoutRow; staff: Member },
  paidOn: string,
): Promise<void> {
  const at = await toPaidAt(deps, tx, payout, paidOn);
  await settlePayout(deps, { tx, payout, at });
  await recordAudit(tx, {
    staff,
    action: "payout.paid",
    subject: { kind: "payout", id: payout.id },
    after: { amount_cents: payout.amount_cents, paid_on: paidOn },
  });
}

/** Noon of the day in the platform's time zone, and never before the payout was made. */
async function toPaidAt(deps: SettleDeps, tx: Tx, payout: PayoutRow, paidOn: string): Promise<Date> {
  const timeZone = deps.config.platformTimeZone;
  const now = deps.now();
  const today = dayIn(now, timeZone);
  if (paidOn > today) throw fieldError("paid_on", BATCH_MESSAGES.future);
  if (paidOn < dayIn(payout.created_at, timeZone)) throw fieldError("paid_on", BATCH_MESSAGES.early);
  if (paidOn === today) return now;
  const { to } = await selectPeriod(tx, paidOn, timeZone);
  const noon = to.getTime() - 12 * 3_600_000;
  return new Date(Math.max(noon, payout.created_at.getTime()));
}

/**
 * Also for a payment by hand that was marked as paid and came back.
 * @throws AppError `not_found`; `conflict` it has failed already, or Stripe has it
 */
export async function markFailed(deps: SettleDeps, staff: Member, id: string, reason: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const payout = await requirePayout(tx, id);
    if (!canMarkFailed(payout)) throw new AppError("conflict", toConflict(payout));
    await returnPayout(deps, { tx, payout, at: deps.now() }, reason);
    const { amount_cents, state } = payout;
    await recordAudit(tx, {
      staff,
      action: "payout.failed",
      subject: { kind: "payout", id },
      before: { state, amount_cents },
      after: { state: "failed", amount_cents },
      reason,
    });
  });
}

/** Returns every payout of the batch. @throws AppError `not_found`; `conflict` not ready, or something was paid or sent */
export async function voidBatch(deps: SettleDeps, staff: Member, id: string, reason: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await requireReady(tx, id);
    const at = deps.now();
    const payouts = await lockPayouts(tx, id);
    if (payouts.some(({ state, sent_at, paid_at }) => state === "paid" || sent_at !== null || paid_at !== null))
      throw new AppError("conflict", BATCH_MESSAGES.begun);
    for (const payout of payouts)
      if (payout.state === "in_transit")
        await returnPayout(deps, { tx, payout, at }, `The batch was voided: ${reason}`);
    await markBatchVoided(tx, id, { at, reason });
    const after = { payouts: payouts.length };
    await recordAudit(tx, {
      staff,
      action: "payout_batch.voided",
      subject: { kind: "payout_batch", id },
      after,
      reason,
    });
  });
}

export function canMarkPaid({ state, method }: Pick<PayoutRow, "state" | "method">): boolean {
  return state === "in_transit" && method !== "stripe";
}

/** Stripe says itself what became of what it was told. */
export function canMarkFailed({ state, method, sent_at }: Pick<PayoutRow, "state" | "method" | "sent_at">): boolean {
  return state !== "failed" && (method !== "stripe" || sent_at === null);
}

function toConflict({ state, method }: PayoutRow): string {
  if (state === "failed") return "This payout has failed already.";
  if (state === "paid") return "This payout is paid already.";
  return method === "stripe" ? "Stripe pays this one." : "This payout cannot be changed.";
}

/** Locks the batch, which must be ready, before the payout. */
async function requirePayout(tx: Tx, id: string): Promise<PayoutRow> {
  const batchId = await selectBatchOf(tx, id);
  if (batchId === null) throw notFound();
  await requireReady(tx, batchId);
  const payout = await lockPayout(tx, id);
  if (!payout) throw notFound();
  return payout;
}

async function requireReady(tx: Tx, batchId: string): Promise<void> {
  const batch = await lockBatch(tx, batchId);
  if (!batch) throw notFound();
  if (batch.state !== "ready") throw new AppError("conflict", BATCH_MESSAGES.notReady);
}
