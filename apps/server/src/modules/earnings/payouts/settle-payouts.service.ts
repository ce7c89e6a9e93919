import { BATCH_MESSAGES } from "@app/contract/payout-batches";
import { type PayoutTransfer, transferPayouts } from "#modules/earnings/earnings/ledger.service.ts";
import { selectPeriod } from "#modules/earnings/earnings/statements.sql.ts";
import { reverseRefunded } from "#modules/earnings/referrals/referrals.service.ts";
import { markReferralsPaid, removeFromPayouts } from "#modules/earnings/referrals/referrals.sql.ts";
import { recordAudit, recordAudits } from "#platform/audit.ts";
import { toChunks } from "#platform/chunks.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { findHolds } from "./payees.service.ts";
import {
  lockBatch,
  lockPayout,
  lockPayouts,
  markBatchVoided,
  markPayoutsFailed,
  markPayoutsPaid,
  type PayoutRow,
  selectBatchOf,
} from "./payouts.sql.ts";

type SettleDeps = Pick<Deps, "sql" | "now" | "events" | "config">;

/** Bounds the length of a statement. */
const PAYOUTS_PER_STATEMENT = 500;

/** A payout that the transaction has locked, and when the money moved. */
type Locked = { payout: PayoutRow; at: Date };

/** The money has arrived. */
export async function settlePayouts(deps: Pick<Deps, "events">, tx: Tx, settled: readonly Locked[]): Promise<void> {
  const rows = settled.map(({ payout, at }) => ({ id: payout.id, at }));
  await markReferralsPaid(tx, rows);
  await markPayoutsPaid(tx, rows);
  await transferPayouts(tx, settled.map(toMove), "settle");
  await publish(deps, tx, { payouts: settled.map(({ payout }) => payout), change: "payout_paid" });
}

/**
 * Returns the money to the balances, and takes back the rewards whose payment was refunded meanwhile.
 * @param failure for the earners
 */
export async function returnPayouts(
  deps: Pick<Deps, "events" | "now">,
  tx: Tx,
  { payouts, at, failure }: { payouts: readonly PayoutRow[]; at: Date; failure: string },
): Promise<void> {
  const ids = payouts.map(({ id }) => id);
  const refunded = await removeFromPayouts(tx, ids);
  await markPayoutsFailed(tx, ids, { at, failure });
  const moves = (returned: readonly PayoutRow[]) => returned.map((payout) => toMove({ payout, at }));
  await transferPayouts(tx, moves(payouts.filter(({ state }) => state === "paid")), "returnPaid");
  await transferPayouts(tx, moves(payouts.filter(({ state }) => state !== "paid")), "returnUnpaid");
  await reverseRefunded(deps, tx, refunded);
  await publish(deps, tx, { payouts, change: "payout_failed" });
}

function toMove({ payout, at }: Locked): PayoutTransfer {
  return { payoutId: payout.id, earnerId: payout.earner_id, amountCents: payout.amount_cents, at };
}

async function publish(
  deps: Pick<Deps, "events">,
  tx: Tx,
  { payouts, change }: { payouts: readonly PayoutRow[]; change: "payout_paid" | "payout_failed" },
): Promise<void> {
  const changed = payouts.map(({ id, earner_id, amount_cents }) => ({
    account_id: earner_id,
    payout_id: id,
    amount_cents,
  }));
  await deps.events.publish(tx, "payouts.changed", { change, payouts: changed });
}

/** @throws AppError `not_found`; `conflict` not in transit, or sent by Stripe; `invalid_input` on `paid_on` */
export async function markPaid(deps: SettleDeps, staff: Member, id: string, paidOn: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const payout = await requirePayout(tx, id);
    if (!canMarkPaid(payout)) throw new AppError("conflict", toConflict(payout));
    await settleByStaff(deps, tx, { payouts: [payout], staff, paidOn });
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
    const holds = await findHolds(deps, tx, payouts);
    const free = payouts.filter((payout) => !holds.has(payout.id));
    for (const some of toChunks(free, PAYOUTS_PER_STATEMENT))
      await settleByStaff(deps, tx, { payouts: some, staff, paidOn });
    return { marked: free.length, held: holds.size };
  });
}

async function settleByStaff(
  deps: SettleDeps,
  tx: Tx,
  { payouts, staff, paidOn }: { payouts: readonly PayoutRow[]; staff: Member; paidOn: string },
): Promise<void> {
  const toPaidAt = await readPaidAt(deps, tx, paidOn);
  await settlePayouts(
    deps,
    tx,
    payouts.map((payout) => ({ payout, at: toPaidAt(payout) })),
  );
  await recordAudits(
    tx,
    payouts.map(({ id, amount_cents }) => ({
      staff,
      action: "payout.paid",
      subject: { kind: "payout", id },
      after: { amount_cents, paid_on: paidOn },
    })),
  );
}

/** @returns noon of the day in the platform's time zone, and never before the payout was made */
async function readPaidAt(deps: SettleDeps, tx: Tx, paidOn: string): Promise<(payout: PayoutRow) => Date> {
  const timeZone = deps.config.platformTimeZone;
  const now = deps.now();
  const today = dayIn(now, timeZone);
  if (paidOn > today) throw fieldError("paid_on", BATCH_MESSAGES.future);
  const { to } = await selectPeriod(tx, paidOn, timeZone);
  const noon = to.getTime() - 12 * 3_600_000;
  return ({ created_at }) => {
    if (paidOn < dayIn(created_at, timeZone)) throw fieldError("paid_on", BATCH_MESSAGES.early);
    return paidOn === today ? now : new Date(Math.max(noon, created_at.getTime()));
  };
}

/**
 * Also for a payment by hand that was marked as paid and came back.
 * @throws AppError `not_found`; `conflict` it has failed already, or Stripe has it
 */
export async function markFailed(deps: SettleDeps, staff: Member, id: string, reason: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const payout = await requirePayout(tx, id);
    if (!canMarkFailed(payout)) throw new AppError("conflict", toConflict(payout));
    await returnPayouts(deps, tx, { payouts: [payout], at: deps.now(), failure: reason });
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
    const unpaid = payouts.filter(({ state }) => state === "in_transit");
    for (const some of toChunks(unpaid, PAYOUTS_PER_STATEMENT))
      await returnPayouts(deps, tx, { payouts: some, at, failure: `The batch was voided: ${reason}` });
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
