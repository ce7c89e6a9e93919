import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { makeBatch } from "#modules/earnings/payouts/batches.service.ts";
import { markFailed, markPaid, voidBatch } from "#modules/earnings/payouts/settle-payouts.service.ts";
import {
  clearReview,
  creditReferral,
  makeDueReferralsAvailable,
  reverseReferral,
} from "#modules/earnings/referrals/referrals.service.ts";
import { bringPeople, choosePayout, earnAvailable } from "#modules/earnings/testing/rewards.ts";
import { isWaiting, stopBefore } from "#modules/earnings/testing/stepped-sql.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { createTestApp } from "#testing/test-app.ts";
import { checkpointLedger } from "./ledger.service.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const staff = await testApp.person("boss", { staffRole: "admin" });
const member = { accountId: staff.accountId } as Parameters<typeof markPaid>[1];
await pool.query(
  "insert into tax_years (year, threshold_cents) select y, 100000000 from generate_series(2027, 2200) y",
);

/** The most statements an operation may have; a test fails if one has more. */
const STATEMENTS_MAX = 60;
/** How long an operation may take before it counts as waiting for a lock, and the stopped one continues. */
const PATIENCE_MS = 5_000;

let months = 0;
let earners = 0;

/** A month without a batch yet, so that the available balance gets one. */
function nextMonth(): Date {
  const at = new Date(Date.UTC(2026, months++, 2, 17));
  testApp.deps.now = () => at;
  return at;
}

/** Pays everybody else out first, so that only the new earner has enough for a payout. */
async function addEarner(): Promise<string> {
  nextMonth();
  await makeBatch(testApp.deps, null);
  const earner = await testApp.person(`earner${earners++}`, { plan: "Individual" });
  await choosePayout(earner, { body: { method: "paypal", paypal_email: "pay@mail.test" } });
  // Autovacuum does this in production.
  await pool.query("analyze accounts, referrals, referral_days, ledger_accounts, ledger_transfers, ledger_entries");
  return earner.accountId;
}

type Scene = Record<"earnerId" | "joined" | "pending" | "flagged" | "available" | "payoutId" | "batchId", string>;

/** Adds one person at each stage, one of them under review, and a payout in transit if `withPayout`. */
async function openScene(earnerId: string, withPayout: boolean): Promise<Scene> {
  const at = nextMonth();
  const [available = ""] = await earnAvailable(testApp.deps, earnerId, 3);
  if (withPayout) await makeBatch(testApp.deps, null);
  const { rows } = await pool.query("select id, batch_id from payouts where earner_id = $1 order by id desc limit 1", [
    earnerId,
  ]);
  const old = new Date(at.getTime() - 40 * 86_400_000);
  const [pending = "", flagged = ""] = await bringPeople(testApp.deps, earnerId, { count: 2, at: old });
  await pool.query("update referrals set signals = '{claimed}', review = 'open' where referred_id = $1", [flagged]);
  const [joined = ""] = await bringPeople(testApp.deps, earnerId, { count: 1, at, isCredited: false });
  const { id: payoutId = "", batch_id: batchId = "" } = rows[0] ?? {};
  return { earnerId, joined, pending, flagged, available, payoutId, batchId };
}

type Operation = (deps: Deps, scene: Scene) => Promise<unknown>;

const OPERATIONS: Record<string, Operation> = {
  credit: (deps, { joined }) => inTransaction(deps.sql, (tx) => creditReferral(deps, tx, joined, "verified")),
  release: (deps) => makeDueReferralsAvailable(deps),
  "reverse pending": (deps, { pending }) => inTransaction(deps.sql, (tx) => reverseReferral(deps, tx, pending, "No.")),
  "reverse available": (deps, { available }) =>
    inTransaction(deps.sql, (tx) => reverseReferral(deps, tx, available, "No.")),
  "pay out": (deps) => makeBatch(deps, null),
  "mark paid": (deps, { payoutId }) => markPaid(deps, member, payoutId, deps.now().toISOString().slice(0, 10)),
  "mark failed": (deps, { payoutId }) => markFailed(deps, member, payoutId, "Came back."),
};

/** Rare operations, and those that move no money. Only LEDGER_PAIRS=all includes them; it takes twice as long. */
const MORE_OPERATIONS: Record<string, Operation> = {
  "void the batch": (deps, { batchId }) => voidBatch(deps, member, batchId, "Wrong month."),
  "clear the review": (deps, { flagged }) => inTransaction(deps.sql, (tx) => clearReview(tx, flagged)),
  checkpoint: (deps) => checkpointLedger(deps, 1),
};

const NEEDS_PAYOUT = new Set(["mark paid", "mark failed", "void the batch"]);

const settled = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });

/** Lets the second operation act between two statements of the first. @returns whether the first has that many */
async function interleave(first: Operation, second: Operation, scene: Scene, stopAt: number): Promise<boolean> {
  const { sql, stopped, resume } = stopBefore(pool, stopAt);
  const running = settled(first({ ...testApp.deps, sql }, scene)).finally(resume);
  const hasStopped = await stopped;
  const other = settled(second(testApp.deps, scene));
  if (hasStopped) {
    const isDone = { value: false };
    void other.finally(() => {
      isDone.value = true;
    });
    // It is done, or is waiting for a lock that the first one holds.
    for (let waited = 0; waited < PATIENCE_MS && !isDone.value && !(await isWaiting(testApp.deps.sql)); waited += 5)
      await sleep(5);
  }
  resume();
  await Promise.all([running, other]);
  return hasStopped;
}

/** Checks that an earner's stages, payouts and entries agree, and that nothing is overdrawn or counted twice. */
async function check(scene: Scene, what: string): Promise<void> {
  const { rows } = await pool.query(
    `select
       (select coalesce(json_object_agg(kind, cents), '{}') from (
         select a.kind, sum(e.amount_cents)::int as cents from ledger_accounts a join ledger_entries e on e.account_id = a.id
         where a.owner_id = $1 group by 1 having sum(e.amount_cents) <> 0) b) as ledger,
       (select coalesce(json_object_agg(kind, cents), '{}') from (
         select case when stage = 'available' and payout_id is not null then 'in_transit' else stage end as kind,
           1000 * count(*)::int as cents
         from referrals where earner_id = $1 and stage in ('pending', 'available', 'paid') group by 1) r) as stages,
       (select coalesce(sum(amount_cents), 0)::int from payouts where earner_id = $1 and state = 'in_transit') as in_transit`,
    [scene.earnerId],
  );
  expect({ what, ledger: rows[0].ledger }).toEqual({ what, ledger: rows[0].stages });
  expect(rows[0].in_transit).toBe(rows[0].ledger.in_transit ?? 0);
  for (const cents of Object.values(rows[0].ledger)) expect(cents).toBeGreaterThan(0);
}

const operations = { ...OPERATIONS, ...(process.env.LEDGER_PAIRS === "all" ? MORE_OPERATIONS : {}) };
const names = Object.keys(operations);
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

test.each(pairs)("%s, with %s between any two of its statements", async (first, second) => {
  const [one, other] = [operations[first], operations[second]];
  if (!one || !other) throw new Error("no such operation");
  const withPayout = NEEDS_PAYOUT.has(first) || NEEDS_PAYOUT.has(second);
  const earnerId = await addEarner();
  // Starts at 2: running the second one first is covered by the last round of the swapped pair.
  let stopAt = 2;
  for (; stopAt < STATEMENTS_MAX; stopAt++) {
    const scene = await openScene(earnerId, withPayout);
    const hasStopped = await interleave(one, other, scene, stopAt);
    await check(scene, `${first}, ${second} before statement ${stopAt}`);
    if (!hasStopped) break;
  }
  expect(stopAt).toBeLessThan(STATEMENTS_MAX);
});
