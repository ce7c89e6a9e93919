import { blockRoutes } from "@app/contract/blocks";
import { ATHLETES_MAX, discoveryRoutes } from "@app/contract/discovery";
import { followRoutes } from "@app/contract/follows";
import { pickRoutes } from "@app/contract/picks";
import { beforeEach, describe, expect, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { addFollows } from "#modules/channels/follows/follows.service.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { athleteScore } from "./discovery.policy.ts";
import { refreshDiscovery } from "./discovery.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const leo = await testApp.person("leo", { plan: "Individual" });
const club = await testApp.person("club", { plan: "Team" });
const fans = await Promise.all(["a", "b", "c", "d", "e", "f", "g"].map((name) => testApp.person(`fan_${name}`)));
/** One clock for writing hourly stats and ranking lists, so that no new hour begins in between. */
const NOW = new Date();
const OLD = new Date(NOW.getTime() - 8 * 86_400_000);
const refresh = () => refreshDiscovery({ ...deps, now: () => NOW });

beforeEach(async () => {
  for (const table of ["contents", "follows", "athletes_of_week"]) await deps.pool.query(`delete from ${table}`);
  await deps.pool.query("update channels set subscriber_count = 0, hidden_at = null, hidden_for = '{}'");
});

async function hour(id: string, ageH: number, views: number, likes = 0, commenters = 0): Promise<void> {
  await deps.pool.query(
    `insert into content_hourly_stats (content_id, hour, views, likes, commenters)
     values ($1, date_trunc('hour', $6::timestamptz) - make_interval(hours => $2), $3, $4, $5)`,
    [id, ageH, views, likes, commenters, NOW],
  );
}

async function listed(): Promise<string[]> {
  await refresh();
  return (await testApp.visitor.call(discoveryRoutes.athletes)).map((card) => card.username);
}

async function scoreOf(person: TestPerson): Promise<number> {
  await refresh();
  const { rows } = await deps.pool.query("select score from athletes_of_week where channel_id = $1", [
    person.channelId,
  ]);
  return rows[0].score;
}

describe("the athletes of the week", () => {
  test("match the reference score, and no activity scores zero", async () => {
    const first = await testApp.publishes(maya, "One");
    const second = await testApp.publishes(maya, "Two");
    await hour(first.id, 0, 100, 10, 3);
    await hour(second.id, 100, 27, 5, 0);
    await addFollows(
      deps.sql,
      fans.map((fan) => ({ followerId: fan.accountId, channelId: maya.channelId })),
    );
    await testApp.publishes(leo, "Long ago", { publishedAt: OLD });
    expect(await scoreOf(maya)).toBeCloseTo(23, 9);
    expect(await scoreOf(leo)).toBe(0);
    expect(await listed()).toEqual(["maya", "leo"]);
  });

  test("count only the last seven days, and at most three uploads", async () => {
    const old = await testApp.publishes(maya, "Old", { publishedAt: OLD });
    await hour(old.id, 7 * 24, 1_000, 1_000, 1_000);
    await hour(old.id, 7 * 24 - 1, 3);
    await addFollows(deps.sql, [{ followerId: leo.accountId, channelId: maya.channelId }]);
    await deps.pool.query("update follows set created_at = $1::timestamptz - interval '7 days 1 minute'", [NOW]);
    for (let n = 0; n < 5; n++) await testApp.publishes(maya, `New ${n}`);
    await testApp.publishes(maya, "Private", { visibility: "private" });
    const expected = athleteScore({ views: 3, newFollowers: 0, likes: 0, commenters: 0, uploads: 5 });
    expect(await scoreOf(maya)).toBeCloseTo(expected, 9);
  });

  test("include only Individuals with a public item", async () => {
    await testApp.publishes(club, "A team's");
    await testApp.publishes(maya, "Only for me", { visibility: "private" });
    await testApp.publishes(maya, "Not ready", { state: "processing" });
    expect(await listed()).toEqual([]);
    await testApp.publishes(leo, "Public", { type: "image" });
    expect(await listed()).toEqual(["leo"]);
    await hideChannelOf(deps.sql, leo.accountId, "deactivation");
    expect(await testApp.visitor.call(discoveryRoutes.athletes)).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test("break ties by followers, then by the newest channel, in a stable order", async () => {
    for (const person of [maya, leo]) await testApp.publishes(person, "Same", { publishedAt: OLD });
    expect(await listed()).toEqual(["leo", "maya"]);
    expect(await listed()).toEqual(["leo", "maya"]);
    await deps.pool.query("update channels set subscriber_count = 1 where id = $1", [maya.channelId]);
    expect(await listed()).toEqual(["maya", "leo"]);
  });

  test("tell a member which of them they follow and may follow", async () => {
    for (const person of [maya, leo]) await testApp.publishes(person, "One");
    await refresh();
    await leo.call(followRoutes.follow, { params: { id: maya.channelId }, body: {} });
    const seen = await leo.call(discoveryRoutes.userAthletes);
    expect(seen.find((card) => card.username === "maya")).toEqual({
      id: maya.channelId,
      username: "maya",
      channel_name: "maya's channel",
      profile_url: null,
      total_followers: 1,
      following: true,
      can: { follow: true },
    });
    expect(seen.find((card) => card.username === "leo")).toMatchObject({ following: false, can: { follow: false } });
    expect((await testApp.visitor.refused(discoveryRoutes.userAthletes)).code).toBe(401);
  });

  test(`are ${ATHLETES_MAX} at most`, async () => {
    for (let n = 0; n < ATHLETES_MAX + 2; n++)
      await testApp.publishes(await testApp.person(`many${n}`, { plan: "Individual" }), "One");
    expect(await listed()).toHaveLength(ATHLETES_MAX);
  });
});

test("are as many for somebody who blocked some of them, and staff see the same ones as everybody", async () => {
  const fan = await testApp.person("blocking.fan");
  const names = Array.from({ length: ATHLETES_MAX + 3 }, (_, at) => `runner${at}`);
  const runners = await Promise.all(names.map((name) => testApp.person(name, { plan: "Individual" })));
  for (const runner of runners) await testApp.publishes(runner, "A run");
  await refresh();
  const all = await fan.call(discoveryRoutes.userAthletes);
  expect(all).toHaveLength(ATHLETES_MAX);
  for (const { id } of all.slice(0, 3)) await fan.call(blockRoutes.block, { params: { id } });
  const left = await fan.call(discoveryRoutes.userAthletes);
  expect(left).toHaveLength(ATHLETES_MAX);
  expect(left.slice(0, ATHLETES_MAX - 3)).toEqual(all.slice(3));
  const mod = await testApp.person("mod.of.lists", { staffRole: "moderator" });
  const { shown } = await mod.call(pickRoutes.athletes);
  expect(shown).toHaveLength(ATHLETES_MAX);
});
