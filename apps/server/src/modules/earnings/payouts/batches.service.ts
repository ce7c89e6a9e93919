import { createHash } from "node:crypto";
import { PAYOUT_MINIMUM_CENTS, type PayoutMethod, payoutId, SEND_AFTER_HOURS } from "@app/contract/payouts";
import { z } from "zod";
import { type AvailableRow, lockUnchanged, selectCredits } from "#modules/earnings/earnings/earnings.sql.ts";
import { transferPayouts } from "#modules/earnings/earnings/ledger.service.ts";
import { assignToPayouts, lockPayable } from "#modules/earnings/referrals/referrals.sql.ts";
import { enterMissingTaxYear, requireTaxYear } from "#modules/earnings/tax/tax.service.ts";
import { recordAudit } from "#platform/audit.ts";
import { toChunks } from "#platform/chunks.ts";
import { newId } from "#platform/clock.ts";
import { dayIn } from "#platform/days.ts";
import { inTransaction, LOCKS, lockTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { onePage, workThrough } from "#platform/jobs/work-through.ts";
import type { Member } from "#platform/viewer.ts";
import { copyDestination, readPayees, saveMethod } from "./payees.service.ts";
import { type CandidateRow, type PayeeFactsRow, selectCandidates } from "./payees.sql.ts";
import { findHurdles } from "./payouts.policy.ts";
import {
  hasBatch,
  insertBatch,
  insertPayouts,
  lockBatch,
  lockPayouts,
  lockPreparing,
  markBatchReady,
  type PayoutRow,
  selectOpenBatch,
} from "./payouts.sql.ts";
import { refreshPayoutAccounts, sendBatchJob } from "./send-payouts.service.ts";
import { canMarkPaid, settlePayouts } from "./settle-payouts.service.ts";

export type BatchDeps = Pick<Deps, "sql" | "config" | "now" | "log" | "events" | "payments" | "secrets">;

/** An account that changes while it is paid is read again; if it keeps changing, it is left for the next batch. */
const ATTEMPTS = 5;
const PAGE = 500;
const EARNERS_PER_TRANSACTION = 100;

/** The monthly run: makes the batch of a month that has had none, not even a voided one. Safe to run twice at once. */
export async function makeMonthlyBatch(deps: BatchDeps): Promise<void> {
  const month = currentMonth(deps);
  const open = await selectOpenBatch(deps.sql, month);
  if (open?.state === "preparing" || !(await hasBatch(deps.sql, month))) await makeBatch(deps, null);
}

/**
 * Puts the whole available balance of everybody who can be paid into a batch. It takes a transaction for some earners
 * at a time, so a killed run is continued by the next one, and two at once make the same batch.
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
    failure: "earners could not be put into the batch of payouts",
    next: onePage<string[]>(toChunks(payable, EARNERS_PER_TRANSACTION)),
    work: (earnerIds) => addPayouts(deps, id, earnerIds).catch(() => addOneByOne(deps, id, earnerIds)),
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
    const allowed = candidates.filter(({ is_banned }) => !is_banned).map(({ id }) => id);
    payable.push(...(await readPayable(deps, allowed)).map(({ account }) => account.earnerId));
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

/** What is read of an earner who can be paid: the whole available balance, and how. */
type Payable = { account: AvailableRow; method: PayoutMethod; row: PayeeFactsRow };

async function readPayable(deps: BatchDeps, earnerIds: readonly string[]): Promise<Payable[]> {
  const payees = await readPayees(deps, deps.sql, earnerIds);
  return earnerIds.flatMap((id) => {
    const { facts, account, row } = payees.get(id) ?? {};
    if (!account || !row || !facts?.method || findHurdles(facts).length > 0) return [];
    return [{ account, method: facts.method, row }];
  });
}

/** @throws Error an account changed all the time */
async function addPayouts(deps: BatchDeps, batchId: string, earnerIds: readonly string[]): Promise<void> {
  let left = earnerIds;
  for (let attempt = 0; attempt < ATTEMPTS && left.length > 0; attempt++)
    left = await tryPayouts(deps, batchId, await readPayable(deps, left));
  if (left.length > 0) throw new Error(`the accounts of ${left.join(", ")} changed all the time`);
}

/** So that one earner whose figures are wrong does not keep the others from their money. */
async function addOneByOne(deps: BatchDeps, batchId: string, earnerIds: readonly string[]): Promise<void> {
  for (const earnerId of earnerIds)
    await addPayouts(deps, batchId, [earnerId]).catch((error: unknown) =>
      deps.log.error({ err: error }, "an earner could not be put into the batch of payouts"),
    );
}

/** @returns the earners whose account changed since it was read */
async function tryPayouts(deps: BatchDeps, batchId: string, payable: readonly Payable[]): Promise<string[]> {
  if (payable.length === 0) return [];
  return inTransaction(deps.sql, async (tx) => {
    if (!(await lockPreparing(tx, batchId))) return [];
    const earnerIds = payable.map(({ account }) => account.earnerId);
    const rewards = await lockPayable(tx, earnerIds);
    const accounts = payable.map(({ account }) => account);
    const unchanged = await lockUnchanged(tx, accounts);
    const at = deps.now();
    const wanted = payable
      .filter(({ account }) => unchanged.has(account.accountId))
      .map((one) => toPayout(deps, one, { batchId, at }));
    const inserted = await insertPayouts(tx, wanted);
    await moveMoney(
      deps,
      tx,
      wanted.filter(({ id }) => inserted.has(id)),
      rewards,
    );
    return accounts.filter(({ accountId }) => !unchanged.has(accountId)).map(({ earnerId }) => earnerId);
  });
}

function toPayout(
  deps: Pick<Deps, "secrets">,
  { account: { earnerId, cents }, method, row }: Payable,
  batch: { batchId: string; at: Date },
) {
  const id = newId(payoutId);
  const copy = copyDestination(deps, { id, earnerId, method }, row);
  return { ...batch, id, earnerId, amountCents: cents, method, encryptedAddress: copy };
}

type NewPayout = { id: string; earnerId: string; amountCents: number; at: Date };

/** @throws Error the rewards of an earner are not what the payout takes */
async function moveMoney(
  deps: BatchDeps,
  tx: Tx,
  payouts: readonly NewPayout[],
  rewards: readonly { referredId: string; earnerId: string }[],
): Promise<void> {
  if (payouts.length === 0) return;
  const payoutOf = new Map(payouts.map((payout) => [payout.earnerId, payout]));
  const paid = rewards.flatMap(({ referredId, earnerId }) => {
    const payout = payoutOf.get(earnerId);
    return payout ? [{ referredId, payoutId: payout.id }] : [];
  });
  const credits = await selectCredits(
    tx,
    paid.map(({ referredId }) => referredId),
  );
  const sums = new Map<string, number>();
  for (const { referredId, payoutId: id } of paid) sums.set(id, (sums.get(id) ?? 0) + (credits.get(referredId) ?? 0));
  for (const { id, earnerId, amountCents } of payouts)
    if (sums.get(id) !== amountCents) throw new Error(`the rewards of ${earnerId} are not what is available`);
  await assignToPayouts(tx, paid);
  await transferPayouts(
    tx,
    payouts.map(({ id, earnerId, amountCents, at }) => ({ payoutId: id, earnerId, amountCents, at })),
    "send",
  );
  await deps.events.publish(tx, "payouts.changed", {
    change: "payout_sent",
    payouts: payouts.map(({ id, earnerId, amountCents }) => ({
      account_id: earnerId,
      payout_id: id,
      amount_cents: amountCents,
    })),
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
  deps: BatchDeps,
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
    const payouts = (await lockPayouts(tx, batchId)).filter(canMarkPaid);
    await settlePayouts(
      deps,
      tx,
      payouts.map((payout) => ({ payout, at: paidAt })),
    );
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
