import { randomUUID } from "node:crypto";
import { earningRoutes } from "@app/contract/earnings";
import { accountId } from "@app/contract/ids";
import { referralRoutes } from "@app/contract/referrals";
import { expect, test } from "vitest";
import {
  addPastReferral,
  makeDueReferralsAvailable,
  reverseReferral,
} from "#modules/earnings/referrals/referrals.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();

/** Somebody who joined by the earner's link and verified their address at these moments; null for not yet. */
async function brings(earner: TestPerson, joinedAt: string, creditedAt: string | null = joinedAt): Promise<string> {
  const id = newId(accountId);
  await testApp.deps.pool.query(
    `insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
     values ($1, 'General User', $2, $2, $2, $2, '')`,
    [id, id.slice(-20)],
  );
  await inTransaction(testApp.deps.sql, (tx) =>
    addPastReferral(tx, {
      referredId: id,
      earnerId: earner.accountId,
      joinedAt: new Date(joinedAt),
      creditedAt: creditedAt === null ? null : new Date(creditedAt),
      signals: [],
    }),
  );
  return id;
}

test("only the earner and admins can see earnings; everybody else gets 404", async () => {
  const ada = await testApp.person("ada", { plan: "Individual" });
  const ben = await testApp.person("ben", { plan: "Team" });
  const fan = await testApp.person("fan");
  const staff = await testApp.person("boss", { staffRole: "admin" });
  const moderator = await testApp.person("mod", { staffRole: "moderator" });
  await brings(ada, "2026-05-01T12:00:00Z");
  const query = { channel_id: ada.channelId };
  for (const asker of [ada, staff])
    expect(await asker.call(earningRoutes.summary, { query })).toMatchObject({ total_cents: 1000, currency: "USD" });
  for (const asker of [ben, fan, moderator]) {
    expect((await asker.refused(earningRoutes.summary, { query })).code).toBe(404);
    const missing = await asker.send("GET", `/api/v1/earnings-summary?channel_id=${randomUUID()}`);
    expect(missing.status).toBe(404);
  }
  expect(await ben.call(earningRoutes.summary, { query: { channel_id: ben.channelId } })).toMatchObject({
    total_cents: 0,
    referrals: { total: 0 },
  });
  expect((await staff.send("GET", `/api/v1/earnings-summary?channel_id=${randomUUID()}`)).status).toBe(404);
  expect((await ada.send("GET", "/api/v1/earnings-summary?channel_id=1")).status).toBe(422);
  expect((await staff.refused(earningRoutes.summary)).code).toBe(403);
});

test("the chart has the last twelve months in the platform's time zone, less reversals", async () => {
  const cleo = await testApp.person("cleo", { plan: "Individual" });
  // In New York it is still December, and February.
  await brings(cleo, "2026-01-01T04:30:00Z", "2026-01-01T05:30:00Z");
  await brings(cleo, "2026-03-01T04:59:00Z");
  await brings(cleo, "2025-04-01T03:59:00Z");
  await brings(cleo, "2025-04-01T04:00:00Z");
  await brings(cleo, "2026-02-10T12:00:00Z", null);
  const lost = await brings(cleo, "2026-02-11T12:00:00Z");
  await inTransaction(testApp.deps.sql, (tx) => reverseReferral(testApp.deps, tx, lost, "It was no person."));
  testApp.deps.now = () => new Date("2026-03-31T12:00:00Z");
  const months = async (type: "earnings" | "referrals") => {
    const chart = await cleo.call(earningRoutes.chart, { query: { type } });
    expect(chart.months.map((month) => month.month)).toHaveLength(12);
    return chart.months.filter((month) => month.value !== 0).map((month) => [month.month, month.value]);
  };
  expect(await months("earnings")).toEqual([
    ["2025-04", 1000],
    ["2026-01", 1000],
    ["2026-02", 1000],
  ]);
  expect(await months("referrals")).toEqual([
    ["2025-04", 1],
    ["2025-12", 1],
    ["2026-02", 3],
  ]);
  expect((await cleo.send("GET", "/api/v1/monthly-chart?type=views")).status).toBe(422);
  expect((await cleo.call(earningRoutes.chart)).type).toBe("earnings");
});

test("the chart and the table show the credited amount, which also becomes available, whatever the reward is today", async () => {
  testApp.deps.now = () => new Date();
  const dora = await testApp.person("dora", { plan: "Individual" });
  const now = new Date().toISOString();
  const referredId = await brings(dora, now);
  // As if the reward had been $25.00 when this one was credited.
  const client = await testApp.deps.pool.connect();
  await client.query("set session_replication_role = replica");
  await client.query(
    `update ledger_entries set amount_cents = sign(amount_cents) * 2500
     where transfer_id = (select id from ledger_transfers where referred_id = $1)`,
    [referredId],
  );
  await client.query(
    "update ledger_hours set cents = 2500 where account_id in (select id from ledger_accounts where owner_id = $1)",
    [dora.accountId],
  );
  await client.query("reset session_replication_role");
  client.release();
  const chart = await dora.call(earningRoutes.chart, { query: { type: "earnings" } });
  expect(chart.months.at(-1)?.value).toBe(2500);
  const { referrals } = await dora.call(referralRoutes.details);
  expect(referrals.map((one) => one.amount_cents)).toEqual([2500]);
  await testApp.deps.pool.query("update referrals set available_at = now() where referred_id = $1", [referredId]);
  await makeDueReferralsAvailable(testApp.deps);
  expect(await dora.call(earningRoutes.summary)).toMatchObject({
    pending_cents: 0,
    available_cents: 2500,
    total_cents: 2500,
  });
  await inTransaction(testApp.deps.sql, (tx) => reverseReferral(testApp.deps, tx, referredId, "It was no person."));
  expect(await dora.call(earningRoutes.summary)).toMatchObject({ available_cents: 0, total_cents: 0 });
  expect((await dora.call(referralRoutes.details)).referrals.map((one) => one.amount_cents)).toEqual([0]);
});
