import { earningRoutes } from "@app/contract/earnings";
import { payoutBatchRoutes } from "@app/contract/payout-batches";
import { payoutRoutes } from "@app/contract/payouts";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { toBalances } from "#modules/earnings/earnings/earnings.service.ts";
import { selectBalances } from "#modules/earnings/earnings/earnings.sql.ts";
import { checkpointLedger } from "#modules/earnings/earnings/ledger.service.ts";
import { choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { createFakeStripe } from "#testing/fake-stripe/fake-stripe.ts";
import { joinLive } from "#testing/live-client.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { makeBatch } from "./batches.service.ts";
import { sendPayout } from "./send-payouts.service.ts";

const stripe = await createFakeStripe();
afterAll(() => stripe.stop());
const testApp = await createTestApp(stripe.environment);
const { deps } = testApp;
const { pool } = deps;
const staff = await testApp.person("boss", { staffRole: "admin" });

/** Each with its own order of events; they are in one batch. Thousands of orders: `payout-orders.test.ts`. */
const TOGETHER = 10;
const RUNS = 2;

let month = 0;
/** Each test, and each run of a property, has its own month. */
function nextMonth(): void {
  const at = new Date(Date.UTC(2026, month++, 2, 17));
  deps.now = () => at;
}
await pool.query(
  "insert into tax_years (year, threshold_cents) select y, 100000000 from generate_series(2027, 2200) y",
);
nextMonth();

async function onboard(name: string): Promise<TestPerson & { stripeId: string }> {
  const person = await testApp.person(name, { plan: "Individual" });
  await choosePayout(person, { body: { method: "stripe" } });
  const { url } = await person.call(payoutRoutes.openStripe);
  const stripeId = url.split("/").at(-1) ?? "";
  stripe.finishOnboarding(stripeId);
  await deliver(stripe.world.events.splice(0));
  return { ...person, stripeId };
}

async function deliver(events: typeof stripe.world.events): Promise<void> {
  for (const event of events) expect(await stripe.deliver(testApp.origin, event)).toBe(200);
  await testApp.settle();
}

/** @returns the id of the only payout of a new batch */
async function makePayout(): Promise<string> {
  const batch = await staff.call(payoutBatchRoutes.make);
  const { rows } = await pool.query<{ id: string }>("select id from payouts where batch_id = $1", [batch?.id]);
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}

const transfersOf = (stripeId: string) =>
  [...stripe.world.transfers.values()].filter((transfer) => transfer.destination === stripeId);

describe("payouts by Stripe", () => {
  test("start with onboarding on Stripe's own page, and wait until Stripe says that it can pay", async () => {
    const ana = await testApp.person("ana", { plan: "Individual" });
    await choosePayout(ana, { body: { method: "stripe" } });
    await earnAvailable(deps, ana.accountId, 3);
    const hurdles = async () => (await ana.call(payoutRoutes.overview)).hurdles;
    expect(await hurdles()).toEqual(["stripe"]);
    const links = await Promise.all(Array.from({ length: 8 }, () => ana.call(payoutRoutes.openStripe)));
    expect(new Set(links.map(({ url }) => url)).size).toBe(1);
    expect(await staff.call(payoutBatchRoutes.make)).toBeNull();
    const page = await joinLive(testApp.origin, ana, ana.accountId, { origin: deps.config.publicUrl });
    stripe.finishOnboarding(links[0]?.url.split("/").at(-1) ?? "");
    await deliver(stripe.world.events.splice(0));
    await page.next("earnings.changed");
    expect(await hurdles()).toEqual([]);
    expect(await ana.call(payoutRoutes.overview)).toMatchObject({ offered: ["check", "paypal", "stripe"] });
  });

  test("are sent once, when staff decide, with the payout's id as the idempotency key", async () => {
    const batch = await staff.call(payoutBatchRoutes.make);
    const params = { id: batch?.id ?? "" };
    expect(batch?.can).toEqual({ void: true, mark_paid: false, send: true });
    await Promise.all([1, 2].map(() => staff.call(payoutBatchRoutes.send, { params })));
    await testApp.settle();
    const { payouts } = await staff.call(payoutBatchRoutes.payouts, { params });
    expect(payouts).toMatchObject([{ state: "paid", amount_cents: 3000, is_sent: true, can: { mark_failed: false } }]);
    expect([...stripe.world.transfers.values()]).toMatchObject([
      { amount: 3000, group: payouts[0]?.id, metadata: { payout_id: payouts[0]?.id } },
    ]);
    const refusal = await staff.refused(payoutBatchRoutes.void, { params, body: { reason: "Too late" } });
    expect(refusal.code).toBe(409);
    await deliver(stripe.world.events.splice(0));
  });

  test("pay once if our process dies between Stripe's reply and our own write, even if the retry is a week later", async () => {
    nextMonth();
    const bea = await onboard("bea");
    await earnAvailable(deps, bea.accountId, 3);
    const id = await makePayout();
    // The write fails as if the process was killed: Stripe has replied, and none of that is stored.
    await pool.query(`create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await pool.query("create trigger die before update of provider_id on payouts for each row execute function die()");
    await expect(sendPayout(deps, id)).rejects.toThrow("killed");
    await expect(sendPayout(deps, id)).rejects.toThrow("killed");
    stripe.forgetKeys();
    await expect(sendPayout(deps, id)).rejects.toThrow("killed");
    await pool.query("drop trigger die on payouts");
    expect(await bea.call(earningRoutes.summary)).toMatchObject({ in_transit_cents: 3000, paid_cents: 0 });
    await Promise.all([sendPayout(deps, id), sendPayout(deps, id)]);
    expect(transfersOf(bea.stripeId)).toHaveLength(1);
    expect(await bea.call(earningRoutes.summary)).toMatchObject({ in_transit_cents: 0, paid_cents: 3000 });
    await deliver(stripe.world.events.splice(0));
  });

  test("go back to the balance if the account cannot receive them, and wait if our own money is short", async () => {
    nextMonth();
    const cal = await onboard("cal");
    await earnAvailable(deps, cal.accountId, 3);
    const id = await makePayout();
    stripe.world.balance = 0;
    await expect(sendPayout(deps, id)).rejects.toThrow("insufficient");
    expect(await cal.call(earningRoutes.summary)).toMatchObject({ in_transit_cents: 3000 });
    stripe.world.balance = 1_000_000_000;
    // Stripe repeats its reply to a key for a day, even a refusal.
    stripe.forgetKeys();
    const account = stripe.world.accounts.get(cal.stripeId);
    if (account) account.transfers = "inactive";
    await sendPayout(deps, id);
    expect(await cal.call(earningRoutes.summary)).toMatchObject({ in_transit_cents: 0, available_cents: 3000 });
    const { payouts } = await cal.call(payoutRoutes.list);
    expect(payouts).toMatchObject([{ state: "failed", failure: "Your account at Stripe cannot receive money now." }]);
    expect(transfersOf(cal.stripeId)).toEqual([]);
    await choosePayout(cal, { body: { method: "check" } });
  });

  test("end in one state, whatever the order and number of Stripe's events", async () => {
    const people: Awaited<ReturnType<typeof onboard>>[] = [];
    for (let at = 0; at < TOGETHER; at++) people.push(await onboard(`dee${at}`));
    for (const { accountId } of people) await earnAvailable(deps, accountId, 3);
    const order = fc.record({
      picks: fc.array(fc.nat(2), { minLength: 1, maxLength: 9 }),
      isSentByUs: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { minLength: TOGETHER, maxLength: TOGETHER }), async (orders) => {
        nextMonth();
        const batchId = await makeBatch(deps, null);
        const { rows: payouts } = await pool.query<{ id: string; earner_id: string }>(
          "select id, earner_id from payouts where batch_id = $1",
          [batchId],
        );
        expect(payouts).toHaveLength(TOGETHER);
        const deliveries: (typeof stripe.world.events)[] = [];
        for (const [at, { id, earner_id }] of payouts.entries()) {
          const destination = people.find(({ accountId }) => accountId === earner_id)?.stripeId ?? "";
          if (orders[at]?.isSentByUs) await sendPayout(deps, id);
          else await deps.payments.payouts?.send({ reference: id, destination, cents: 3000 });
          const transfer = [...stripe.world.transfers.values()].findLast((one) => one.group === id);
          stripe.reverseTransfer(transfer?.id ?? "");
          const all = stripe.world.events.splice(0);
          const updated = { ...all[0], id: `evt_${id}`, type: "transfer.updated" } as (typeof all)[number];
          const known = [...all, updated];
          deliveries.push((orders[at]?.picks ?? []).flatMap((pick) => known[pick] ?? []));
        }
        // Round-robin, so that events of different payouts interleave.
        const turns = Math.max(...deliveries.map((one) => one.length));
        await deliver(Array.from({ length: turns }, (_, turn) => deliveries.flatMap((one) => one[turn] ?? [])).flat());
        const { rows } = await pool.query(
          `select p.state, p.failure, p.provider_id is not null as is_known,
             (select json_agg(t.kind order by t.kind) from ledger_transfers t where t.payout_id = p.id) as moves
           from payouts p where p.batch_id = $1`,
          [batchId],
        );
        expect(rows).toEqual(
          Array.from({ length: TOGETHER }, () => ({
            state: "failed",
            failure: "Stripe took the payment back.",
            is_known: true,
            moves: ["payout", "payout-paid", "payout-return"],
          })),
        );
        for (const { accountId } of people)
          expect(toBalances(await selectBalances(deps.sql, accountId))).toEqual({
            pending_cents: 0,
            available_cents: 3000,
            in_transit_cents: 0,
            paid_cents: 0,
          });
        // The nightly job.
        await checkpointLedger(deps);
      }),
      { numRuns: RUNS },
    );
  });
});
