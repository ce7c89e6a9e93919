import { accountRoutes } from "@app/contract/accounts";
import { earningRoutes } from "@app/contract/earnings";
import { payoutRoutes } from "@app/contract/payouts";
import { referralRoutes } from "@app/contract/referrals";
import { expect, test } from "vitest";
import { createCaller } from "#testing/caller.ts";
import { toLogin } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createDemoWorld, DEMO_PASSWORD } from "./demo-people.service.ts";
import { makeDemoReferrals } from "./demo-referrals.service.ts";
import { newcomersOf } from "./world/people.ts";

const stage = await createTestApp();

test("the demo earners have referred people, and the ledger adds up, however often it is created", async () => {
  await createDemoWorld(stage.deps);
  await makeDemoReferrals(stage.deps);
  await makeDemoReferrals(stage.deps);
  const { rows: stages } = await stage.deps.pool.query(
    "select stage, count(*)::int as people from referrals group by 1 order by 1",
  );
  const people = Object.fromEntries(stages.map((row) => [row.stage, row.people]));
  const planned = (fate: string) => newcomersOf().filter((newcomer) => newcomer.fate === fate).length;
  expect(people).toMatchObject({
    joined: planned("joined"),
    reversed: planned("reversed"),
    ineligible: planned("ineligible"),
  });
  expect(people.pending).toBeGreaterThan(people.available);
  const { rows: balances } = await stage.deps.pool.query(
    `select kind, sum(amount_cents)::bigint as cents from ledger_entries e join ledger_accounts a on a.id = e.account_id
     group by 1 order by 1`,
  );
  const [available, pending, paid] = [people.available * 1000, people.pending * 1000, people.paid * 1000];
  expect(balances).toEqual([
    { kind: "available", cents: available },
    { kind: "expense", cents: -available - pending - paid },
    { kind: "in_transit", cents: 0 },
    { kind: "paid", cents: paid },
    { kind: "pending", cents: pending },
  ]);
  expect(paid).toBeGreaterThanOrEqual(2_500);
  const { rows: week } = await stage.deps.pool.query(
    "select count(distinct earner_id)::int as earners from referrals where credited_at > now() - interval '7 days'",
  );
  expect(week[0].earners).toBeGreaterThan(6);

  const session = await stage.visitor.call(accountRoutes.login, { body: toLogin("marisol.vega", DEMO_PASSWORD) });
  const marisol = createCaller(stage.origin, session.access_token);
  expect(await marisol.call(earningRoutes.summary)).toMatchObject({
    referrals: { total: 24, reversed: 1, joined: 3, ineligible: 1 },
  });
  expect((await marisol.call(referralRoutes.details)).pagination.total).toBe(24);
  const { payouts } = await marisol.call(payoutRoutes.list);
  expect(payouts).toMatchObject([{ state: "paid", amount_cents: paid }]);
  const links = await marisol.call(referralRoutes.links);
  expect(links).toMatchObject({ withdrawn_count: 1, first: { label: null } });
  expect(links.links.map((link) => link.label).toSorted()).toEqual([
    "Flyer in the gym",
    "Instagram bio",
    "Team group chat",
  ]);
  for (const link of [links.first, ...links.links]) expect(link.opens).toBeGreaterThanOrEqual(link.sign_ups);
  const chart = await marisol.call(earningRoutes.chart);
  const { total_cents } = await marisol.call(earningRoutes.summary);
  expect(chart.months).toHaveLength(12);
  expect(chart.months.reduce((sum, month) => sum + month.value, 0)).toBe(total_cents);
});

test("the demo has its payout in a year that nobody has entered, too", async () => {
  const { deps, visitor, origin } = await createTestApp();
  deps.now = () => new Date("2031-03-20T12:00:00Z");
  await createDemoWorld(deps);
  await makeDemoReferrals(deps);
  const { access_token } = await visitor.call(accountRoutes.login, { body: toLogin("marisol.vega", DEMO_PASSWORD) });
  expect((await createCaller(origin, access_token).call(payoutRoutes.list)).payouts).toMatchObject([{ state: "paid" }]);
});
