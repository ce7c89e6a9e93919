import type { EventPayloads } from "@app/contract/events";
import { payoutId } from "@app/contract/payouts";
import pLimit from "p-limit";
import { z } from "zod";
import { publishEarnings } from "#modules/earnings/earnings/ledger.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import type { PayoutTransferState } from "#platform/payments/payments.ts";
import { findHolds } from "./payees.service.ts";
import { selectPayee, selectUnfinishedAccounts, updateCanReceive } from "./payees.sql.ts";
import {
  lockPayout,
  markPayoutSent,
  type PayoutRow,
  selectBatch,
  selectUnsent,
  updateProviderId,
} from "./payouts.sql.ts";
import { returnPayouts, settlePayouts } from "./settle-payouts.service.ts";

type SendDeps = Pick<Deps, "sql" | "now" | "events" | "payments">;

/** Stripe takes 100 requests a second. */
const CONCURRENT_READS = 10;
const REVERSED = "Stripe took the payment back.";
const NO_CONSENT = "Your guardian's consent is missing. You will be paid once they consent.";
const NO_ACCOUNT = "Your account at Stripe cannot receive money now.";

/** Sends each payout of a batch to Stripe, in one job per payout. */
export const sendBatchJob = defineJob({
  name: "payouts:send-batch",
  lane: "bulk",
  payload: z.strictObject({ batch_id: z.uuid() }),
  attempts: 8,
  timeoutMs: 5 * 60_000,
  async run(deps, { batch_id }) {
    if ((await selectBatch(deps.sql, batch_id))?.state !== "ready") return;
    for (const payout_id of await selectUnsent(deps.sql, batch_id))
      await enqueue(deps.sql, sendPayoutJob, { payout_id }, { key: `payout-${payout_id}` });
  },
});

export const sendPayoutJob = defineJob({
  name: "payouts:send",
  lane: "short",
  payload: z.strictObject({ payout_id: payoutId }),
  // Retried for about three days. For one day Stripe repeats its answer to an idempotency key, even a refusal.
  attempts: 20,
  timeoutMs: 2 * 60_000,
  run: (deps, payload) => sendPayout(deps, payload.payout_id),
});

/**
 * The payout's id is the idempotency key and names the transfer at Stripe, so that a payout is sent once: whether we are
 * killed before or after Stripe's answer, or two workers send it at once.
 */
export async function sendPayout(deps: SendDeps, id: string): Promise<void> {
  const { payouts } = deps.payments;
  if (!payouts) throw new Error("there is no Stripe to send a payout");
  const payout = await claimPayout(deps, id);
  if (!payout) return;
  const payee = await selectPayee(deps.sql, payout.earner_id);
  const destination = payee?.stripe_id ?? null;
  const outcome =
    destination === null
      ? { refusal: NO_ACCOUNT }
      : await payouts.send({ reference: id, destination, cents: payout.amount_cents });
  if ("refusal" in outcome) return refusePayout(deps, id, outcome.refusal);
  await applyTransfer(deps, outcome);
}

/**
 * From here on the batch cannot be voided. Without a guardian's consent the money goes back to the balance; that of a banned
 * earner waits for staff.
 * @returns null: there is nothing to send
 */
function claimPayout(deps: SendDeps, id: string): Promise<PayoutRow | null> {
  return inTransaction(deps.sql, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (payout?.state !== "in_transit" || payout.method !== "stripe") return null;
    const hold = (await findHolds(deps, tx, [payout])).get(id);
    const at = deps.now();
    if (hold === "guardian") await returnPayouts(deps, tx, { payouts: [payout], at, failure: NO_CONSENT });
    if (hold !== undefined) return null;
    await markPayoutSent(tx, id, at);
    return payout;
  });
}

function refusePayout(deps: SendDeps, id: string, failure: string): Promise<void> {
  return inTransaction(deps.sql, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (payout?.state === "in_transit") await returnPayouts(deps, tx, { payouts: [payout], at: deps.now(), failure });
  });
}

/**
 * Updates a payout from its transfer. In any order and number of calls, the same transfer leads to the same entries: a
 * transfer that was taken back is first paid and then returned.
 */
export function applyTransfer(
  deps: Pick<Deps, "sql" | "events" | "now">,
  transfer: PayoutTransferState,
): Promise<void> {
  const reference = payoutId.safeParse(transfer.reference);
  if (!reference.success) return Promise.resolve();
  return inTransaction(deps.sql, async (tx) => {
    const payout = await lockPayout(tx, reference.data);
    if (!payout || payout.state === "failed") return;
    if (payout.provider_id !== null && payout.provider_id !== transfer.id)
      throw new Error(`payout ${payout.id} has two transfers`);
    if (payout.provider_id === null) await updateProviderId(tx, payout.id, transfer.id);
    const isNew = payout.state === "in_transit";
    const at = new Date(Math.max(transfer.createdAt.getTime(), payout.created_at.getTime()));
    if (isNew) await settlePayouts(deps, tx, [{ payout, at }]);
    if (transfer.isReversed) {
      const payouts = [{ ...payout, state: "paid" as const }];
      await returnPayouts(deps, tx, { payouts, at: deps.now(), failure: REVERSED });
    }
  });
}

export const syncPayoutsJob = defineJob({
  name: "payouts:sync",
  lane: "short",
  payload: z.object({ kind: z.enum(["transfer", "account"]), object_id: z.string() }),
  attempts: 12,
  timeoutMs: 60_000,
  run: (deps, payload) => syncWithProvider(deps, payload),
});

/** An event of Stripe says only that something changed; the current state is read. */
export function syncWithProvider(
  deps: SendDeps,
  { kind, object_id }: EventPayloads["payout_provider.changed"],
): Promise<void> {
  return kind === "transfer" ? syncTransfer(deps, object_id) : syncAccount(deps, object_id);
}

async function syncTransfer(deps: SendDeps, transferId: string): Promise<void> {
  const transfer = await deps.payments.payouts?.readTransfer(transferId);
  if (transfer) await applyTransfer(deps, transfer);
}

async function syncAccount(deps: Pick<Deps, "sql" | "payments">, stripeId: string): Promise<void> {
  const canReceive = await deps.payments.payouts?.canReceive(stripeId);
  if (canReceive === undefined) return;
  await inTransaction(deps.sql, async (tx) => {
    const accountId = await updateCanReceive(tx, stripeId, canReceive);
    if (accountId !== null) await publishEarnings(tx, [accountId]);
  });
}

/** Before a batch: for accounts whose event was lost. One that cannot be read now waits for the next batch. */
export async function refreshPayoutAccounts(deps: Pick<Deps, "sql" | "payments" | "log">): Promise<void> {
  if (!deps.payments.payouts) return;
  const read = (stripeId: string) =>
    syncAccount(deps, stripeId).catch((error: unknown) =>
      deps.log.error({ err: error }, "an account at Stripe could not be read"),
    );
  await pLimit(CONCURRENT_READS).map(await selectUnfinishedAccounts(deps.sql), read);
}
