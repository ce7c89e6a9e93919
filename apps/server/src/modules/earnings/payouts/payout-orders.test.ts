import type { EventPayloads } from "@app/contract/events";
import { payoutRoutes } from "@app/contract/payouts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkpointLedger } from "#modules/earnings/earnings/ledger.service.ts";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { findStoredFaults } from "#modules/earnings/testing/stored-figures.ts";
import { handleEvent } from "#modules/membership/billing/events.service.ts";
import { createEvents, onEvent } from "#platform/events/subscriptions.ts";
import type { PayoutTransferState } from "#platform/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { makeBatch } from "./batches.service.ts";
import { sendPayout, syncWithProvider } from "./send-payouts.service.ts";

/** At full size: WEBHOOK_ORDERS=10000. Over HTTP, and with the queue, in `stripe-payouts.test.ts`. */
const ORDERS = Number(process.env.WEBHOOK_ORDERS ?? 100);
/** The number of payouts in a batch, each with its own order of events, all running concurrently. */
const TOGETHER = 25;

const testApp = await createTestApp();
const { pool } = testApp.deps;

type Change = EventPayloads["payout_provider.changed"];

/** What Stripe knows, by the payout's id; the transfer's id is `tr_` and the same. */
const transfers = new Map<string, PayoutTransferState>();
/** The jobs of events, by the transfer's id. */
const waiting = new Map<string, Change[]>();

const deps = {
  ...testApp.deps,
  events: createEvents(
    [
      onEvent("payout_provider.changed", async (_deps, _tx, change) => {
        waiting.set(change.object_id, [...(waiting.get(change.object_id) ?? []), change]);
      }),
    ],
    () => testApp.deps,
  ),
  payments: {
    ...testApp.deps.payments,
    payouts: {
      createAccount: async (accountId: string) => `acct_${accountId}`,
      createOnboardingLink: async (id: string) => id,
      canReceive: async () => true,
      async send({ reference }: { reference: string }) {
        const known = transfers.get(reference);
        const transfer = known ?? { id: `tr_${reference}`, reference, createdAt: deps.now(), isReversed: false };
        transfers.set(reference, transfer);
        return { ...transfer };
      },
      readTransfer: async (id: string) => ({ ...requireTransfer(id.slice("tr_".length)) }),
    },
  },
};

function requireTransfer(payoutId: string): PayoutTransferState {
  const transfer = transfers.get(payoutId);
  if (!transfer) throw new Error(`nothing was sent for ${payoutId}`);
  return transfer;
}

/**
 * What may happen to a payout, at any time and any number of times. Before the transfer, only sending has an effect.
 */
const STEPS = {
  send: (id: string) => sendPayout(deps, id),
  "send twice": (id: string) => Promise.all([sendPayout(deps, id), sendPayout(deps, id)]),
  "take back": async (id: string) => {
    requireTransfer(id).isReversed = true;
  },
  created: (id: string) => arrive(id, "transfer.created"),
  updated: (id: string) => arrive(id, "transfer.updated"),
  "updated twice": (id: string) => Promise.all([arrive(id, "transfer.updated"), arrive(id, "transfer.updated")]),
  reversed: async (id: string) => {
    if (requireTransfer(id).isReversed) await arrive(id, "transfer.reversed");
  },
  "run newest job": (id: string) => runJob(waiting.get(`tr_${id}`)?.at(-1)),
  "run oldest job": (id: string) => runJob(waiting.get(`tr_${id}`)?.[0]),
} satisfies Record<string, (id: string) => Promise<unknown>>;
type Step = keyof typeof STEPS;

async function arrive(id: string, type: string): Promise<void> {
  await handleEvent(deps, { id: `evt_${type}_${id}`, type, objectId: `tr_${id}`, createdAt: deps.now() });
}

/** A finished job stays and may run again, as if its worker was killed before the queue recorded it as done. */
async function runJob(change: Change | undefined): Promise<void> {
  if (change) await syncWithProvider(deps, change);
}

async function play(id: string, steps: readonly Step[]): Promise<void> {
  // Without a transfer, Stripe has no events to send.
  await deps.payments.payouts.send({ reference: id });
  for (const step of [...steps, "send", "take back", "reversed", "run newest job"] as const) await STEPS[step](id);
}

let month = 0;
/** Each batch has its own month. */
function nextMonth(): void {
  const at = new Date(Date.UTC(2026, month++, 2, 17));
  testApp.deps.now = () => at;
  deps.now = () => at;
}

async function addEarners(): Promise<void> {
  nextMonth();
  await pool.query(
    "insert into tax_years (year, threshold_cents) select y, 100000000 from generate_series(2027, 2200) y",
  );
  for (let at = 0; at < TOGETHER; at++) {
    const earner = await testApp.person(`dee${at}`, { plan: "Individual" });
    await choosePayout(earner, { body: { method: "paypal", paypal_email: "pay@mail.test" } });
    await pool.query("insert into payout_accounts (account_id, stripe_id, can_receive) values ($1, $2, true)", [
      earner.accountId,
      `acct_${earner.accountId}`,
    ]);
    await earnAvailable(testApp.deps, earner.accountId, 3);
    expect((await earner.call(payoutRoutes.overview)).hurdles).toEqual([]);
  }
  await pool.query("update payout_methods set kind = 'stripe', encrypted_address = null");
}

test(`${ORDERS} payouts end in one state, whatever the order and number of Stripe's events and our jobs`, {
  timeout: 7_200_000,
}, async () => {
  await addEarners();
  const steps = fc.array(fc.constantFrom(...(Object.keys(STEPS) as Step[])), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: TOGETHER, maxLength: TOGETHER }), async (orders) => {
      nextMonth();
      const batchId = await makeBatch(deps, null);
      const { rows: payouts } = await pool.query<{ id: string }>("select id from payouts where batch_id = $1", [
        batchId,
      ]);
      expect(payouts).toHaveLength(TOGETHER);
      await Promise.all(payouts.map(({ id }, at) => play(id, orders[at] ?? [])));
      const { rows } = await pool.query(
        `select count(*)::int as payouts, p.state, p.failure, p.provider_id = 'tr_' || p.id as is_known, moves.kinds
         from payouts p cross join lateral (
           select json_agg(t.kind order by t.kind) #>> '{}' as kinds from ledger_transfers t where t.payout_id = p.id) moves
         where p.batch_id = $1 group by 2, 3, 4, 5`,
        [batchId],
      );
      expect(rows).toEqual([
        {
          payouts: TOGETHER,
          state: "failed",
          failure: "Stripe took the payment back.",
          is_known: true,
          kinds: '["payout", "payout-paid", "payout-return"]',
        },
      ]);
      const { rows: balances } = await pool.query(
        `select a.kind, e.cents, count(*)::int as earners
         from ledger_accounts a cross join lateral (
           select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account_id = a.id) e
         where a.owner_id is not null group by 1, 2 order by 1`,
      );
      expect(balances).toEqual(
        ["available", "in_transit", "paid", "pending"].map((kind) => ({
          kind,
          cents: kind === "available" ? 3000 : 0,
          earners: TOGETHER,
        })),
      );
      // The nightly job.
      await checkpointLedger(deps);
    }),
    // No shrinking: a failed run has already moved the money.
    { numRuns: Math.ceil(ORDERS / TOGETHER), endOnFailure: true },
  );
  expect(await findStoredFaults(pool)).toEqual([]);
});
