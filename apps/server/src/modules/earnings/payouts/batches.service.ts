import { createHash } from "node:crypto";
import { PAYOUT_MINIMUM_CENTS, payoutId, SEND_AFTER_HOURS } from "@app/contract/payouts";
import { z } from "zod";
import { lockVersion, selectCredits } from "#modules/earnings/earnings/earnings.sql.ts";
import { transferPayout } from "#modules/earnings/earnings/ledger.service.ts";
import { assignToPayout, lockPayable } from "#modules/earnings/referrals/referrals.sql.ts";
import { enterMissingTaxYear, requireTaxYear } from "#modules/earnings/tax/tax.service.ts";
import { recordAudit } from "#platform/audit.ts";
import { newId } from "#platform/clock.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, LOCKS, lockTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import type { Member } from "#platform/viewer.ts";
import { readPayee, saveMethod } from "./payees.service.ts";
import { type CandidateRow, selectCandidates } from "./payees.sql.ts";
import { findHurdles } from "./payouts.policy.ts";
import {
  hasBatch,
  insertBatch,
  insertPayout,
  lockBatch,
  lockPayouts,
  lockPreparing,
  markBatchReady,
  type PayoutRow,
  selectOpenBatch,
} from "./payouts.sql.ts";
import { refreshPayoutAccounts, sendBatchJob } from "./send-payouts.service.ts";
import { canMarkPaid, settlePayout } from "./settle-payouts.service.ts";

export type BatchDeps = Pick<Deps, "sql" | "config" | "now" | "log" | "events" | "payments">;

/** An account that changes while it is paid is read again; if it keeps changing, it is left for the next batch. */
const ATTEMPTS = 5;
const PAGE = 500;

/** The monthly run: makes the batch of a month that has had none, not even a voided one. Safe to run twice at once. */
export async function makeMonthlyBatch(deps: BatchDeps): Promise<void> {
  const month = currentMonth(deps);
  const open = await selectOpenBatch(deps.sql, month);
  if (open?.state === "preparing" || !(await hasBatch(deps.sql, month))) await makeBatch(deps, null);
}

/**
 * Puts the whole available balance of everybody who can be paid into a batch. Each earner takes one transaction, so a
 * killed run is continued by the next one, and two at once make the same batch.
 * @returns its id; null: nobody can be paid
 * @throws AppError `conflict` staff have not entered the tax year
 */
export async function makeBatch(deps: BatchDeps, staff: Member | null): Promise<string | null> {
  await requireTaxYear(deps);
  const month = currentMonth(deps);
  const open = await selectOpenBatch(deps.sql, month);
  if (open?.state === "ready") return open.id;
  await refreshPayoutAccounts(deps);
  const payable = await findPayable(deps);
  if (!open && payable.length === 0) return null;
  const id = await beginBatch(deps, month, staff);
  await workThrough(deps, {
    failure: "an earner could not be put into the batch of payouts",
    next: (after: string | null) => Promise.resolve(after === null ? payable : []),
    work: (earnerId) => addPayout(deps, id, earnerId),
  });
  await completeBatch(deps, id);
  return id;
}

export function currentMonth(deps: Pick<Deps, "config" | "now">): string {
  return dayIn(deps.now(), deps.config.platformTimeZone).slice(0, 7);
}

async function findPayable(deps: BatchDeps): Promise<string[]> {
  const payable: string[] = [];
  for (let after: string | null = null; ; ) {
    const page = { minimumCents: PAYOUT_MINIMUM_CENTS, after, limit: PAGE };
    const candidates: CandidateRow[] = await selectCandidates(deps.sql, page);
    // The money of banned earners waits for staff.
    for (const { id } of candidates.filter(({ is_banned }) => !is_banned)) {
      const payee = await readPayee(deps, deps.sql, id);
      if (payee && findHurdles(payee.facts).length === 0) payable.push(id);
    }
    if (candidates.length < PAGE) return payable;
    after = candidates.at(-1)?.id ?? null;
  }
}

/** @returns the batch to continue, or a new one */
function beginBatch(deps: BatchDeps, month: string, staff: Member | null): Promise<string> {
  return inTransaction(deps.sql, async (tx) => {
    await lockTransaction(tx, LOCKS.makingPayouts);
    const open = await selectOpenBatch(tx, month);
    if (open) return open.id;
    const id = newId(z.uuid());
    await insertBatch(tx, { id, month, at: deps.now() });
    if (staff)
      await recordAudit(tx, {
        staff,
        action: "payout_batch.made",
        subject: { kind: "payout_batch", id },
        after: { month },
      });
    return id;
  });
}

/** @throws Error the account changed all the time */
async function addPayout(deps: BatchDeps, batchId: string, earnerId: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await tryPayout(deps, batchId, earnerId)) return;
  throw new Error(`the account of ${earnerId} changed all the time`);
}

/** @returns false: the account changed since it was read */
async function tryPayout(deps: BatchDeps, batchId: string, earnerId: string): Promise<boolean> {
  const payee = await readPayee(deps, deps.sql, earnerId);
  const { method = null, availableCents: amountCents = 0 } = payee?.facts ?? {};
  const account = payee?.account;
  if (!account || method === null || findHurdles(payee.facts).length > 0) return true;
  return inTransaction(deps.sql, async (tx) => {
    if (!(await lockPreparing(tx, batchId))) return true;
    const referredIds = await lockPayable(tx, earnerId);
    if (!(await lockVersion(tx, account.accountId, account.version))) return false;
    const [id, at] = [newId(payoutId), deps.now()];
    if (!(await insertPayout(tx, { id, batchId, earnerId, amountCents, method, at }))) return true;
    const credits = await selectCredits(tx, referredIds);
    const creditedCents = [...credits.values()].reduce((sum, cents) => sum + cents, 0);
    if (creditedCents !== amountCents) throw new Error(`the rewards of ${earnerId} are not what is available`);
    await assignToPayout(tx, referredIds, id);
    await transferPayout(tx, { payoutId: id, earnerId, amountCents, at }, "send");
    const change = { change: "payout_sent" as const, payout_id: id, amount_cents: amountCents };
    await deps.events.publish(tx, "payout.changed", { account_id: earnerId, ...change });
    return true;
  });
}

async function completeBatch(deps: BatchDeps, id: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    if ((await lockBatch(tx, id))?.state !== "preparing") return;
    const payouts = await lockPayouts(tx, id);
    await markBatchReady(tx, id, { checksum: toChecksum(payouts), at: deps.now() });
    const isByStripe = payouts.some(({ method }) => method === "stripe");
    if (isByStripe) await enqueue(tx, sendBatchJob, { batch_id: id }, { afterS: SEND_AFTER_HOURS * 3_600 });
  });
}

/** A checksum of who gets how much and how, in the order of the payouts. */
export function toChecksum(
  payouts: readonly Pick<PayoutRow, "id" | "earner_id" | "amount_cents" | "method">[],
): string {
  const lines = payouts.map((one) => `${one.id} ${one.earner_id} ${one.amount_cents} ${one.method}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex");
}

const DEMO_TAX_YEAR = { threshold_cents: 200_000, form: "1099-MISC", box: "3" };

/** For demo data: a batch that was made at a moment in the past for these earners, and has arrived since. */
export async function addPastPayouts(
  deps: BatchDeps & Pick<Deps, "secrets">,
  earners: readonly { accountId: string; email: string }[],
  { madeAt, paidAt }: { madeAt: Date; paidAt: Date },
): Promise<void> {
  const then = { ...deps, now: () => madeAt };
  for (const { accountId, email } of earners)
    await saveMethod(then, { accountId }, { method: "paypal", paypal_email: email });
  await enterMissingTaxYear(then, DEMO_TAX_YEAR);
  const batchId = await makeBatch(then, null);
  if (batchId === null) return;
  await inTransaction(deps.sql, async (tx) => {
    for (const payout of (await lockPayouts(tx, batchId)).filter(canMarkPaid))
      await settlePayout(deps, { tx, payout, at: paidAt });
  });
}

/** Every day, so that a month whose first day was missed, or whose tax year was entered late, gets its batch too. */
export const makePayoutsJob = defineJob({
  name: "payouts:make-batch",
  lane: "bulk",
  payload: z.object({}),
  attempts: 3,
  timeoutMs: 60 * 60_000,
  cron: "20 10 * * *",
  run: (deps) => makeMonthlyBatch(deps),
});
