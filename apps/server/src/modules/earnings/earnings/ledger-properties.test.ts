import { earningRoutes, statementRoutes } from "@app/contract/earnings";
import { payoutBatchRoutes } from "@app/contract/payout-batches";
import { PAYOUT_MINIMUM_CENTS } from "@app/contract/payouts";
import { REFERRAL_FILTERS, referralRoutes } from "@app/contract/referrals";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeBatch } from "#modules/earnings/payouts/batches.service.ts";
import {
  clearReview,
  creditReferral,
  makeDueReferralsAvailable,
  reverseReferral,
} from "#modules/earnings/referrals/referrals.service.ts";
import { LedgerModel } from "#modules/earnings/testing/ledger-model.ts";
import { bringPeople, choosePayout } from "#modules/earnings/testing/rewards.ts";
import { findStoredFaults } from "#modules/earnings/testing/stored-figures.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { checkpointLedger } from "./ledger.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const { pool, sql } = deps;
const staff = await testApp.person("boss", { staffRole: "admin" });
const RUNS = Number(process.env.LEDGER_RUNS ?? 20);
const PEOPLE = 8;
/** Small enough that an earner's people fill several pages. */
const PER_PAGE = 2;

let months = 0;
await pool.query(
  "insert into tax_years (year, threshold_cents) select y, 100000000 from generate_series(2027, 2200) y",
);

/** A month without a batch yet, so that each payout gets one. */
function nextMonth(): void {
  const at = new Date(Date.UTC(2026, months++, 2, 17));
  deps.now = () => at;
}

type World = { earners: TestPerson[]; ids: string[]; model: LedgerModel; payouts: string[] };
let worlds = 0;

async function openWorld(): Promise<World> {
  nextMonth();
  const model = new LedgerModel();
  const at = worlds++;
  const earners = [
    await testApp.person(`w${at}_a`, { plan: "Individual" }),
    await testApp.person(`w${at}_b`, { plan: "Team" }),
  ];
  const ids: string[] = [];
  for (const [earner, person] of earners.entries()) {
    await choosePayout(person, { body: { method: "paypal", paypal_email: "pay@mail.test" } });
    const joined = await bringJoined(person, PEOPLE / 2);
    for (const id of joined) {
      const isFlagged = ids.length % 4 === 3;
      if (isFlagged) await pool.query("update referrals set signals = '{claimed}' where referred_id = $1", [id]);
      ids.push(id);
      model.people.push({ earner, stage: "joined", isFlagged, payout: null });
    }
  }
  return { earners, ids, model, payouts: [] };
}

/** People who joined and have not verified. */
async function bringJoined(earner: TestPerson, count: number): Promise<string[]> {
  return bringPeople(deps, earner.accountId, { count, at: deps.now(), isCredited: false });
}

const commands = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...([
        "credit",
        "credit",
        "release",
        "release",
        "clear",
        "reverse",
        "pay",
        "settle",
        "fail",
        "checkpoint",
      ] as const),
    ),
    who: fc.nat(PEOPLE - 1),
    /** The second call is by another server at the same moment. */
    isTwice: fc.boolean(),
  }),
  { minLength: 5, maxLength: 40 },
);
type Command = { what: string; who: number; isTwice: boolean };

/** Runs an operation, once or twice at once. @returns how many were not refused */
async function attempt(isTwice: boolean, run: () => Promise<unknown>): Promise<number> {
  const results = await Promise.all(
    (isTwice ? [1, 2] : [1]).map(() =>
      run().then(
        () => 1,
        (error: unknown) => {
          if (error instanceof AppError) return 0;
          throw error;
        },
      ),
    ),
  );
  return results.reduce<number>((sum, one) => sum + one, 0);
}

const inTx = (work: (tx: Tx) => Promise<unknown>) => () => inTransaction(sql, work);

async function apply(world: World, { what, who, isTwice }: Command): Promise<void> {
  const id = world.ids[who] ?? "";
  const { model } = world;
  if (what === "checkpoint") await checkpointLedger(deps, 1);
  if (what === "credit") {
    await attempt(
      isTwice,
      inTx((tx) => creditReferral(deps, tx, id, "verified")),
    );
    // A referral flagged at that moment is reviewed in the model too.
    model.credit(who);
  }
  if (what === "release") {
    // Only this one is due, however many months have passed.
    await pool.query(
      `update referrals set available_at = case when referred_id = $1 then $2::timestamptz else $2::timestamptz + interval '1 day' end
       where referred_id = any($3) and stage = 'pending'`,
      [id, deps.now(), world.ids],
    );
    await attempt(isTwice, () => makeDueReferralsAvailable(deps));
    model.release(who);
  }
  if (what === "clear") {
    const done = await attempt(
      isTwice,
      inTx((tx) => clearReview(tx, id)),
    );
    expect(done).toBe(model.clear(who) ? 1 : 0);
  }
  if (what === "reverse") {
    const done = await attempt(
      isTwice,
      inTx((tx) => reverseReferral(deps, tx, id, "It was no person.")),
    );
    expect(done > 0).toBe(model.reverse(who));
    expect(done).toBeLessThan(2);
  }
  if (what === "pay") await pay(world, isTwice);
  if (what === "settle" || what === "fail") await settle(world, { what, who, isTwice });
}

/** Both earners, in a batch of a new month. */
async function pay(world: World, isTwice: boolean): Promise<void> {
  nextMonth();
  await attempt(isTwice, () => makeBatch(deps, null));
  for (const [earner, { accountId }] of world.earners.entries()) {
    const payout = world.model.pay(earner, PAYOUT_MINIMUM_CENTS);
    const { rows } = await pool.query<{ id: string; amount_cents: number }>(
      "select id, amount_cents from payouts where earner_id = $1 order by id",
      [accountId],
    );
    if (payout === null) continue;
    expect(rows.at(-1)?.amount_cents).toBe(world.model.payouts[payout]?.cents);
    world.payouts[payout] = rows.at(-1)?.id ?? "";
  }
}

async function settle(world: World, { what, who, isTwice }: Command): Promise<void> {
  const at = world.payouts.length === 0 ? -1 : who % world.payouts.length;
  const params = { id: world.payouts[at] ?? "" };
  if (params.id === "") return;
  const day = deps.now().toISOString().slice(0, 10);
  const replies = await Promise.all(
    (isTwice ? [1, 2] : [1]).map(() =>
      what === "settle"
        ? staff.send("POST", `/api/v1${payoutBatchRoutes.markOnePaid.path.replace(":id", params.id)}`, {
            body: { paid_on: day },
          })
        : staff.send("POST", `/api/v1${payoutBatchRoutes.markOneFailed.path.replace(":id", params.id)}`, {
            body: { reason: "Back" },
          }),
    ),
  );
  const done = replies.filter(({ status }) => status === 200).length;
  expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(done).toBe(world.model.settle(at, what === "settle" ? "paid" : "failed") ? 1 : 0);
}

/** Checks the invariants, and compares what pages show with an independent reading of the entries. */
async function check({ earners, model }: World): Promise<void> {
  const { rows: faults } = await pool.query(`
    select 'transfer' as what, transfer_id::text as id from ledger_entries group by 2 having sum(amount_cents) <> 0 or count(*) <> 2
    union all
    select 'account', a.id::text from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.owner_id is not null group by a.id having sum(e.amount_cents) < 0
    union all
    select 'credited twice', referred_id::text from ledger_transfers where kind = 'credit' group by 2 having count(*) > 1
    union all
    select 'paid more than available', a.owner_id::text from ledger_accounts a join ledger_entries e on e.account_id = a.id
      join ledger_transfers t on t.id = e.transfer_id group by 2
      having sum(e.amount_cents) filter (where a.kind = 'paid') > sum(e.amount_cents) filter (where t.kind = 'release' and a.kind = 'available')`);
  expect(faults).toEqual([]);
  expect(await findStoredFaults(pool)).toEqual([]);
  for (const [at, earner] of earners.entries()) {
    const { rows } = await pool.query<{ kind: string; cents: number }>(
      `select a.kind, coalesce(sum(e.amount_cents), 0)::bigint as cents
       from ledger_accounts a left join ledger_entries e on e.account_id = a.id where a.owner_id = $1 group by 1`,
      [earner.accountId],
    );
    const zero = { pending: 0, available: 0, in_transit: 0, paid: 0 };
    const actual = { ...zero, ...Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents])) };
    expect(actual).toEqual(model.balances(at));
    const summary = await earner.call(earningRoutes.summary);
    expect(summary).toMatchObject({
      pending_cents: actual.pending,
      available_cents: actual.available,
      in_transit_cents: actual.in_transit,
      paid_cents: actual.paid,
      total_cents: actual.pending + actual.available + actual.in_transit + actual.paid,
    });
    const { referrals } = await earner.call(referralRoutes.details, { query: { per_page: 50 } });
    expect(referrals.reduce((sum, one) => sum + one.amount_cents, 0)).toBe(summary.total_cents);
    const { first } = await earner.call(referralRoutes.links);
    expect(first).toMatchObject({ sign_ups: referrals.length, earned_cents: summary.total_cents });
    await checkPages(earner);
    const { months: chart } = await earner.call(earningRoutes.chart);
    expect(chart).toHaveLength(12);
    expect(chart).toEqual(await readChart(earner, chart));
    expect((await earner.call(statementRoutes.read)).closing).toEqual({
      pending_cents: actual.pending,
      available_cents: actual.available,
      in_transit_cents: actual.in_transit,
      paid_cents: actual.paid,
    });
    await checkLines(earner);
  }
}

/** Every line of every year and month, against the entries themselves. */
async function checkLines(earner: TestPerson): Promise<void> {
  const { rows } = await pool.query<{ day: string; movement: string; count: number; amount_cents: number }>(
    `select day, movement, count(*)::int as count, sum(cents)::bigint as amount_cents,
       sum(effect)::bigint as effect_cents, coalesce(sum(cents) filter (where effect = 0), 0)::bigint as within_cents
     from (
       select to_char(t.effective_at at time zone $2, 'YYYY-MM-DD') as day, t.kind as movement,
         max(abs(e.amount_cents)) as cents,
         coalesce(sum(e.amount_cents) filter (where a.kind <> 'paid'), 0) as effect
       from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
       where a.owner_id = $1 group by t.id
     ) moved
     group by 1, 2 order by 1, 2`,
    [earner.accountId, deps.config.platformTimeZone],
  );
  const months = new Set(rows.map(({ day }) => day.slice(0, 7)));
  const read = async (period: string) => (await earner.call(statementRoutes.read, { query: { period } })).lines;
  const byDay = (await Promise.all([...months].map(read))).flat();
  const sorted = byDay.toSorted((one, other) => (one.on + one.movement < other.on + other.movement ? -1 : 1));
  expect(sorted).toEqual(rows.map(({ day, ...line }) => ({ on: day, ...line })));
  for (const year of new Set([...months].map((month) => month.slice(0, 4)))) {
    const sumOf = (lines: readonly { amount_cents: number; count: number }[]) =>
      lines.map((line) => line.amount_cents * 1000 + line.count).reduce((sum, one) => sum + one, 0);
    expect(sumOf(await read(year))).toBe(sumOf(byDay.filter(({ on }) => on.startsWith(year))));
  }
}

type Chart = { month: string; value: number }[];

/** Rewards less reversals by the month of the credit, from each person's entries. */
async function readChart(earner: TestPerson, months: Chart): Promise<Chart> {
  const { rows } = await pool.query<{ month: string; cents: number }>(
    `select to_char(r.credited_at at time zone $2, 'YYYY-MM') as month, sum(e.amount_cents)::bigint as cents
     from referrals r
       join ledger_transfers t on t.referred_id = r.referred_id
       join ledger_entries e on e.transfer_id = t.id
       join ledger_accounts a on a.id = e.account_id and a.owner_id = r.earner_id
     where r.earner_id = $1 group by 1`,
    [earner.accountId, deps.config.platformTimeZone],
  );
  return months.map(({ month }) => ({ month, value: rows.find((row) => row.month === month)?.cents ?? 0 }));
}

/** Each filter's pages list the people at its stages, and its total is their number. */
async function checkPages(earner: TestPerson): Promise<void> {
  const { rows } = await pool.query<{ stage: string; username: string }>(
    `select r.stage, a.username from referrals r join accounts a on a.id = r.referred_id
     where r.earner_id = $1 order by r.joined_at desc, r.referred_id`,
    [earner.accountId],
  );
  for (const filter_type of REFERRAL_FILTERS) {
    const expected = rows.filter(
      ({ stage }) =>
        filter_type === "all" || stage === filter_type || (filter_type === "ineligible" && stage === "reversed"),
    );
    const pages = await Promise.all(
      Array.from({ length: Math.floor(expected.length / PER_PAGE) + 1 }, (_, at) =>
        earner.call(referralRoutes.details, { query: { filter_type, per_page: PER_PAGE, page: at + 1 } }),
      ),
    );
    expect(pages.flatMap(({ referrals }) => referrals.map(({ username }) => username))).toEqual(
      expected.map(({ username }) => username),
    );
    for (const { pagination } of pages) expect(pagination.total).toBe(expected.length);
  }
}

describe("the ledger agrees with a model of thirty lines in memory", () => {
  test(`after ${RUNS} random histories, with each operation run once or twice concurrently`, {
    timeout: 900_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (history) => {
        const world = await openWorld();
        for (const command of history) await apply(world, command);
        await check(world);
      }),
      {
        numRuns: RUNS,
        examples: [[["credit", "release", "reverse"].map((what) => ({ what, who: 0, isTwice: true }) as never)]],
      },
    );
  });

  test("twenty concurrent verifications of one person credit once", async () => {
    nextMonth();
    const earner = await testApp.person("twenty", { plan: "Individual" });
    const [id = ""] = await bringJoined(earner, 1);
    await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(sql, (tx) => creditReferral(deps, tx, id, "verified"))),
    );
    expect(await earner.call(earningRoutes.summary)).toMatchObject({ pending_cents: 1000, referrals: { pending: 1 } });
    const { rows } = await pool.query("select count(*)::int as credits from ledger_transfers where referred_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ credits: 1 }]);
  });
});
