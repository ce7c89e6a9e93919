import { randomUUID } from "node:crypto";
import { earningRoutes } from "@app/contract/earnings";
import { accountId } from "@app/contract/ids";
import { expect, test } from "vitest";
import { addPastReferral } from "#modules/referrals/past-referrals.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { newId } from "#platform/new-id.ts";
import type { StagePerson } from "#testing/people.ts";
import { openStage } from "#testing/stage.ts";

const stage = await openStage();

/** Somebody who joined by the earner's link and verified their address at these moments; null for not yet. */
async function brings(earner: StagePerson, joinedAt: string, creditedAt: string | null = joinedAt): Promise<string> {
  const id = newId(accountId);
  await stage.deps.pool.query(
    `insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
     values ($1, 'General User', $2, $2, $2, $2, '')`,
    [id, id.slice(-20)],
  );
  await inTransaction(stage.deps.sql, (tx) =>
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

test("earnings are the earner's own and staff's to see; to everybody else the channel is not there", async () => {
  const ada = await stage.person("ada", { plan: "Individual" });
  const ben = await stage.person("ben", { plan: "Team" });
  const fan = await stage.person("fan");
  const staff = await stage.person("boss", { staffRole: "moderator" });
  await brings(ada, "2026-05-01T12:00:00Z");
  const query = { channel_id: ada.channelId };
  for (const asker of [ada, staff])
    expect(await asker.call(earningRoutes.summary, { query })).toMatchObject({ total_cents: 1000, currency: "USD" });
  for (const asker of [ben, fan]) {
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

test("the chart has the last twelve months of the platform's time zone, with what was taken back left out", async () => {
  const cleo = await stage.person("cleo", { plan: "Individual" });
  // In New York it is still December, and February.
  await brings(cleo, "2026-01-01T04:30:00Z", "2026-01-01T05:30:00Z");
  await brings(cleo, "2026-03-01T04:59:00Z");
  await brings(cleo, "2025-04-01T03:59:00Z");
  await brings(cleo, "2025-04-01T04:00:00Z");
  await brings(cleo, "2026-02-10T12:00:00Z", null);
  const lost = await brings(cleo, "2026-02-11T12:00:00Z");
  await stage.deps.pool.query("update referrals set stage = 'reversed', reason = 'x' where referred_id = $1", [lost]);
  stage.deps.now = () => new Date("2026-03-31T12:00:00Z");
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
