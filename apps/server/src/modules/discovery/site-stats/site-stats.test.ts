import { siteStatsRoutes } from "@app/contract/discovery";
import { referralRoutes } from "@app/contract/referrals";
import { expect, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { checkpointLedger, creditRewards } from "#modules/earnings/earnings/ledger.service.ts";
import { makeDueReferralsAvailable, reverseReferral } from "#modules/earnings/referrals/referrals.service.ts";
import { openJoiners } from "#modules/earnings/referrals/testing/joiners.ts";
import { inTransaction } from "#platform/db/database.ts";
import { createTestApp } from "#testing/test-app.ts";
import { recountSiteStats } from "./site-stats.service.ts";

const testApp = await createTestApp();
const { pool, sql } = testApp.deps;
const { signsUp, joins } = openJoiners(testApp);

async function recounted() {
  await recountSiteStats(testApp.deps);
  return testApp.visitor.call(siteStatsRoutes.read);
}

test("the landing page counts public things only, as of the last recount", async () => {
  expect(await testApp.visitor.call(siteStatsRoutes.read)).toEqual({
    channels: 0,
    items: 0,
    views: 0,
    earned_cents: 0,
  });

  const maya = await testApp.person("maya", { plan: "Individual" });
  const club = await testApp.person("club", { plan: "Team" });
  await testApp.person("leo");
  for (const [owner, title, visibility, views] of [
    [maya, "Cup final", "public", 1_200],
    [maya, "Tactics, not for rivals", "private", 500],
    [maya, "For the family", "unlisted", 60],
    [club, "Season opener", "public", 34],
  ] as const) {
    const { id } = await testApp.publishes(owner, title, { visibility });
    await pool.query("update contents set total_views = $2 where id = $1", [id, views]);
  }
  expect(await recounted()).toEqual({ channels: 2, items: 2, views: 1_234, earned_cents: 0 });

  await hideChannelOf(sql, club.accountId, "deactivation");
  expect(await recounted()).toEqual({ channels: 1, items: 1, views: 1_200, earned_cents: 0 });
});

test("the amount earned is that of the ledger: pending and available, without reversals", async () => {
  const ana = await testApp.person("ana", { plan: "Individual" });
  const { code } = await ana.call(referralRoutes.link);
  await signsUp("joined", { code });
  expect(await recounted()).toMatchObject({ earned_cents: 0 });
  for (const name of ["bob", "cyd", "dee"]) await joins(name, code);
  expect(await recounted()).toMatchObject({ earned_cents: 3_000 });

  const { rows } = await pool.query<{ id: string }>("select id from accounts where username = 'dee'");
  await inTransaction(sql, (tx) => reverseReferral(testApp.deps, tx, rows[0]?.id ?? "", "Made by a machine."));
  await pool.query("update referrals set available_at = now() - interval '1 day' where available_at is not null");
  await makeDueReferralsAvailable(testApp.deps);
  expect(await recounted()).toMatchObject({ earned_cents: 2_000 });

  // The sum comes from the ledger, not from the number of referrals marked as earned.
  const { rows: joined } = await pool.query<{ id: string }>("select id from accounts where username = 'joined'");
  const reward = { referredId: joined[0]?.id ?? "", earnerId: ana.accountId, at: testApp.deps.now() };
  await inTransaction(sql, (tx) => creditRewards(tx, [reward]));
  await checkpointLedger(testApp.deps, 1);
  expect(await recounted()).toMatchObject({ earned_cents: 3_000 });
});
