import { discoveryRoutes, TOP_EARNERS_MAX, WEEKLY_EARNERS_MAX } from "@app/contract/discovery";
import { followRoutes } from "@app/contract/follows";
import { preferenceRoutes } from "@app/contract/preferences";
import { beforeEach, describe, expect, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { creditRewards, makeRewardsAvailable, reverseReward } from "#modules/earnings/earnings/ledger.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { emptyLedger } from "#testing/empty-ledger.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { refreshDiscovery } from "./discovery.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const [maya, nia, ona] = [
  await testApp.person("maya", { plan: "Individual" }),
  await testApp.person("nia", { plan: "Team" }),
  await testApp.person("ona", { plan: "Organization" }),
];
const fan = await testApp.person("fan");
let referred = 0;

beforeEach(async () => {
  await emptyLedger(deps.pool);
  await deps.pool.query("delete from privacy_settings");
  await deps.pool.query("update channels set subscriber_count = 0, hidden_at = null, hidden_for = '{}'");
  await deps.pool.query("delete from accounts where username like 'extra%'");
});

/** Referrals credited to an earner at a given time, each with today's reward. */
async function credits(earner: TestPerson, count: number, at: string, stageOf = "pending"): Promise<void> {
  const [from, to] = [referred + 1, referred + count];
  referred = to;
  const { rows } = await deps.pool.query<{ referred_id: string }>(
    `with people as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'General User', 'new' || n, 'new' || n, 'new' || n, 'new' || n, '-'
       from generate_series($1::int, $2::int) n returning id
     ) insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at, reason)
       select id, $3, 'ABCDEFGH', $4::text, $5::timestamptz, $5::timestamptz, case when $4::text = 'reversed' then 'Fraud' end
       from people returning referred_id`,
    [from, to, earner.accountId, stageOf, at],
  );
  const moves = rows.map((row) => ({ referredId: row.referred_id, earnerId: earner.accountId, at: new Date(at) }));
  await inTransaction(deps.sql, async (tx) => {
    await creditRewards(tx, moves);
    if (stageOf === "available" || stageOf === "paid") await makeRewardsAvailable(tx, moves);
    if (stageOf === "reversed") for (const move of moves) await reverseReward(tx, move, "pending");
  });
}

/** A referral with a different reward than today's, as after a reward change. */
async function creditsCents(earner: TestPerson, cents: number, at: string): Promise<void> {
  await credits(earner, 1, at);
  const client = await deps.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(
      `update ledger_entries set amount_cents = sign(amount_cents) * $1::bigint
       where transfer_id = (select t.id from ledger_transfers t join referrals r using (referred_id) where r.earner_id = $2)`,
      [cents, earner.accountId],
    );
  } finally {
    await client.query("reset session_replication_role");
    client.release();
  }
}

/** Both lists as of a given time. */
async function at(now: string) {
  await refreshDiscovery({ ...deps, now: () => new Date(now) });
  return {
    weekly: await testApp.visitor.call(discoveryRoutes.weeklyEarners),
    top: await testApp.visitor.call(discoveryRoutes.topEarners),
  };
}

const WEDNESDAY = "2026-03-11T15:00:00Z";

describe("the earners of the week", () => {
  test("are those credited since Monday in the platform's time zone, highest first", async () => {
    await credits(maya, 2, "2026-03-09T10:00:00Z");
    await credits(nia, 3, "2026-03-10T10:00:00Z");
    await credits(ona, 9, "2026-03-04T10:00:00Z");
    const { weekly } = await at(WEDNESDAY);
    expect(weekly).toEqual([
      {
        id: nia.channelId,
        username: "nia",
        full_name: "nia",
        profile: null,
        weekly_referrals_count: 3,
        weekly_earning: 3_000,
        is_last_week: false,
      },
      expect.objectContaining({ id: maya.channelId, weekly_referrals_count: 2, weekly_earning: 2_000 }),
    ]);
  });

  test("start over on Monday at midnight in New York, on either side of a clock change", async () => {
    // Winter: UTC-5. Monday 2 March begins at 05:00Z.
    await credits(maya, 1, "2026-03-02T04:59:59Z");
    await credits(nia, 1, "2026-03-02T05:00:00Z");
    expect((await at("2026-03-02T06:00:00Z")).weekly.map((one) => one.username)).toEqual(["nia"]);
    expect((await at("2026-03-02T04:59:59Z")).weekly.map((one) => one.username)).toEqual(["maya"]);
    // Clocks go forward on Sunday 8 March: Monday 9 March begins at 04:00Z.
    await credits(ona, 1, "2026-03-09T04:00:00Z");
    const { weekly } = await at("2026-03-09T04:00:00Z");
    expect(weekly.map((one) => [one.username, one.is_last_week])).toEqual([["ona", false]]);
  });

  test("are last week's, and marked as such, until somebody earns in this one", async () => {
    await credits(maya, 1, "2026-03-02T05:00:00Z");
    await credits(nia, 5, "2026-03-02T04:00:00Z");
    const monday = await at("2026-03-09T04:00:00Z");
    expect(monday.weekly.map((one) => [one.username, one.is_last_week])).toEqual([["maya", true]]);
    await credits(ona, 1, "2026-03-09T04:30:00Z");
    const later = await at("2026-03-09T05:00:00Z");
    expect(later.weekly.map((one) => [one.username, one.is_last_week])).toEqual([["ona", false]]);
    expect((await at("2026-03-25T05:00:00Z")).weekly).toEqual([]);
  });

  test("count what was paid and not what was reversed, with ties by followers, then id", async () => {
    await credits(maya, 1, "2026-03-10T10:00:00Z", "paid");
    await credits(maya, 4, "2026-03-10T10:00:00Z", "reversed");
    await credits(nia, 1, "2026-03-10T10:00:00Z", "available");
    await credits(ona, 1, "2026-03-10T10:00:00Z");
    await deps.pool.query("update channels set subscriber_count = 5 where id = $1", [ona.channelId]);
    const names = async () => (await at(WEDNESDAY)).weekly.map((one) => one.username);
    expect(await names()).toEqual(["ona", "maya", "nia"]);
    expect(await names()).toEqual(["ona", "maya", "nia"]);
  });

  test("earn what the ledger entries say, whatever today's reward is", async () => {
    await credits(maya, 2, "2026-03-10T10:00:00Z");
    await creditsCents(nia, 2_500, "2026-03-10T10:00:00Z");
    const { weekly, top } = await at(WEDNESDAY);
    expect(weekly.map((one) => [one.username, one.weekly_referrals_count, one.weekly_earning])).toEqual([
      ["nia", 1, 2_500],
      ["maya", 2, 2_000],
    ]);
    expect(top.map((card) => [card.username, card.total_earnings])).toEqual([
      ["nia", 2_500],
      ["maya", 2_000],
      ["ona", 0],
    ]);
  });

  test("leave out opted-out and deactivated earners at once", async () => {
    for (const earner of [maya, nia, ona]) await credits(earner, 2, "2026-03-10T10:00:00Z");
    expect((await at(WEDNESDAY)).weekly).toHaveLength(3);
    await deps.pool.query("insert into privacy_settings (account_id, is_hidden_from_lists) values ($1, true)", [
      maya.accountId,
    ]);
    await hideChannelOf(deps.sql, nia.accountId, "deactivation");
    const shown = async () => [
      (await testApp.visitor.call(discoveryRoutes.weeklyEarners)).map((one) => one.username),
      (await testApp.visitor.call(discoveryRoutes.topEarners)).map((one) => one.username),
    ];
    expect(await shown()).toEqual([["ona"], ["ona"]]);
    await at(WEDNESDAY);
    expect(await shown()).toEqual([["ona"], ["ona"]]);
  });

  test("are last week's again as soon as everybody of this week is hidden", async () => {
    await credits(maya, 2, "2026-03-10T10:00:00Z");
    await credits(ona, 1, "2026-03-10T10:00:00Z");
    await credits(nia, 3, "2026-03-04T10:00:00Z");
    const shown = async () =>
      (await testApp.visitor.call(discoveryRoutes.weeklyEarners)).map((one) => [one.username, one.is_last_week]);
    await at(WEDNESDAY);
    expect(await shown()).toEqual([
      ["maya", false],
      ["ona", false],
    ]);
    await maya.call(preferenceRoutes.setPrivacy, { body: { is_hidden_from_lists: true } });
    expect(await shown()).toEqual([["ona", false]]);
    await hideChannelOf(deps.sql, ona.accountId, "deactivation");
    expect(await shown()).toEqual([["nia", true]]);
    await at(WEDNESDAY);
    expect(await shown()).toEqual([["nia", true]]);
  });

  test("are shown by their own name, and minors by their channel's name until they ask to be found", async () => {
    await credits(maya, 2, "2026-03-10T10:00:00Z");
    await credits(nia, 1, "2026-03-10T10:00:00Z");
    await at(WEDNESDAY);
    const names = async () => (await testApp.visitor.call(discoveryRoutes.weeklyEarners)).map((one) => one.full_name);
    const born = "update accounts set date_of_birth = now() - interval '15 years' where id = $1";
    await deps.pool.query(born, [maya.accountId]);
    expect(await names()).toEqual(["maya's channel", "nia"]);
    await maya.call(preferenceRoutes.setPrivacy, { body: { is_indexed: true } });
    expect(await names()).toEqual(["maya", "nia"]);
    await deps.pool.query("update accounts set date_of_birth = null where id = $1", [maya.accountId]);
  });

  test(`are ${WEEKLY_EARNERS_MAX} at most`, async () => {
    await addEarners(WEEKLY_EARNERS_MAX + 5);
    const credited = "2026-03-10T10:00:00Z";
    const { rows } = await deps.pool.query<{ referredId: string; earnerId: string }>(
      `insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at)
       select n.id, e.id, 'ABCDEFGH', 'pending', $1, $1
       from (select id, row_number() over (order by id) as at from accounts where username like 'new%' limit 30) n
         join (select id, row_number() over (order by id) as at from accounts where username like 'extra%') e using (at)
       returning referred_id as "referredId", earner_id as "earnerId"`,
      [credited],
    );
    await inTransaction(deps.sql, (tx) =>
      creditRewards(
        tx,
        rows.map((row) => ({ ...row, at: new Date(credited) })),
      ),
    );
    expect((await at(WEDNESDAY)).weekly).toHaveLength(WEEKLY_EARNERS_MAX);
  });
});

describe("the top earners", () => {
  test("are ordered by all-time earnings, then followers, then id, and filled up with other earners", async () => {
    await credits(nia, 3, "2024-01-01T10:00:00Z", "paid");
    await credits(nia, 1, "2026-03-10T10:00:00Z");
    const { top } = await at(WEDNESDAY);
    expect(top.map((card) => [card.username, card.total_earnings])).toEqual([
      ["nia", 4_000],
      ["maya", 0],
      ["ona", 0],
    ]);
    await deps.pool.query("update channels set subscriber_count = 5 where id = $1", [ona.channelId]);
    expect((await at(WEDNESDAY)).top.map((card) => card.username)).toEqual(["nia", "ona", "maya"]);
    expect(top[0]).toEqual({
      channel_id: nia.channelId,
      channel_name: "nia's channel",
      username: "nia",
      channel_profile: null,
      channel_cover: null,
      total_earnings: 4_000,
      subscriber_count: 0,
      content_count: 0,
    });
  });

  test("never include a General User, and tell a member whom they follow", async () => {
    await at(WEDNESDAY);
    await fan.call(followRoutes.follow, { params: { id: nia.channelId }, body: {} });
    const seen = await fan.call(discoveryRoutes.userTopEarners);
    expect(Object.fromEntries(seen.map((card) => [card.username, card.following]))).toEqual({
      maya: false,
      nia: true,
      ona: false,
    });
    const own = (await maya.call(discoveryRoutes.userTopEarners)).find((card) => card.username === "maya");
    expect(own).toMatchObject({ following: false, can: { follow: false } });
    expect((await testApp.visitor.refused(discoveryRoutes.userTopEarners)).code).toBe(401);
    await fan.call(followRoutes.unfollow, { params: { id: nia.channelId }, body: {} });
  });

  test(`are ${TOP_EARNERS_MAX} at most, and complete after concurrent refreshes`, async () => {
    await addEarners(TOP_EARNERS_MAX + 5);
    await Promise.all([1, 2, 3].map(() => refreshDiscovery(deps)));
    expect((await at(WEDNESDAY)).top).toHaveLength(TOP_EARNERS_MAX);
  });
});

async function addEarners(count: number): Promise<void> {
  await deps.pool.query(
    `with owners as (
       insert into accounts (id, user_type, plan, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'Fieldhouse', 'Team', 'extra' || n, 'extra' || n, 'extra' || n, 'extra' || n, '-'
       from generate_series(1, $1::int) n returning id, username
     ) insert into channels (id, owner_id, name) select gen_random_uuid(), id, username from owners`,
    [count],
  );
}
