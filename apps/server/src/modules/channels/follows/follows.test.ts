import { randomUUID } from "node:crypto";
import { CHANNEL_MESSAGES } from "@app/contract/channels";
import { FOLLOW_MESSAGES, FOLLOWS_MAX, followRoutes } from "@app/contract/follows";
import { type ChannelId, channelId } from "@app/contract/ids";
import { describe, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { recountChannels } from "#modules/channels/channels/channels.service.ts";
import { follow, followMany, unfollow } from "#testing/follow.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
let people = 0;

const earner = () => testApp.person(`earner${++people}`, { plan: "Individual" });
const fan = () => testApp.person(`fan${++people}`);

async function storedCount(of: { channelId: string }): Promise<number> {
  const { rows } = await deps.pool.query("select subscriber_count from channels where id = $1", [of.channelId]);
  return rows[0].subscriber_count;
}

async function followsInHours(id: string): Promise<number> {
  const { rows } = await deps.pool.query(
    "select coalesce(sum(follows), 0)::int as n from content_hourly_stats where content_id = $1",
    [id],
  );
  return rows[0].n;
}

describe("following a channel", () => {
  test("is confirmed, counts once however often it is requested, and can be undone repeatedly", async () => {
    const [maya, leo, ana] = [await earner(), await fan(), await fan()];
    expect(await follow(leo, maya, { id: maya.channelId })).toEqual({ following: true, total_followers: 1 });
    expect(await follow(leo, maya)).toEqual({ following: true, total_followers: 1 });
    expect(await follow(ana, maya)).toEqual({ following: true, total_followers: 2 });
    expect(await unfollow(leo, maya)).toEqual({ following: false, total_followers: 1 });
    expect(await unfollow(leo, maya)).toEqual({ following: false, total_followers: 1 });
    expect(await storedCount(maya)).toBe(1);
  });

  test("replies with a message", async () => {
    const [maya, leo] = [await earner(), await fan()];
    const path = `/api/v1/follow/${maya.channelId}`;
    const reply = await leo.send("POST", path, { body: { id: maya.channelId } });
    expect(JSON.parse(reply.text)).toMatchObject({ code: 200, message: FOLLOW_MESSAGES.followed });
    const end = await leo.send("POST", path.replace("follow", "unfollow"), { body: {} });
    expect(JSON.parse(end.text).message).toBe(FOLLOW_MESSAGES.unfollowed);
  });

  test("counts each follower once under concurrent requests", async () => {
    const maya = await earner();
    const fans = await Promise.all([fan(), fan(), fan()]);
    await Promise.all([1, 2, 3, 4].flatMap(() => fans.map((person) => follow(person, maya))));
    expect(await storedCount(maya)).toBe(3);
    await Promise.all([1, 2, 3].flatMap(() => fans.map((person) => unfollow(person, maya))));
    expect(await storedCount(maya)).toBe(0);
  });

  test("is refused for the follower's own channel, for a different id in the body, and for visitors", async () => {
    const [maya, leo] = [await earner(), await fan()];
    const own = await maya.refused(followRoutes.follow, { params: { id: maya.channelId }, body: {} });
    expect(own).toMatchObject({ code: 422, errors: { id: [FOLLOW_MESSAGES.own] } });
    for (const route of [followRoutes.follow, followRoutes.unfollow]) {
      const other = { params: { id: maya.channelId }, body: { id: leo.channelId } };
      expect(await leo.refused(route, other)).toMatchObject({ code: 422, errors: { id: [FOLLOW_MESSAGES.otherId] } });
      expect((await testApp.visitor.refused(route, { params: { id: maya.channelId }, body: {} })).code).toBe(401);
    }
    expect(await storedCount(maya)).toBe(0);
  });

  test("tells missing, deactivated and blocked channels apart, and hidden ones can be unfollowed", async () => {
    const [gone, blocked, leo] = [await earner(), await earner(), await fan()];
    for (const person of [gone, blocked]) await follow(leo, person);
    await hideChannelOf(deps.sql, gone.accountId, "deactivation");
    await hideChannelOf(deps.sql, blocked.accountId, "staff");
    const ana = await fan();
    const refusalOf = async (id: ChannelId) => {
      const { code, message } = await ana.refused(followRoutes.follow, { params: { id }, body: {} });
      return [code, message];
    };
    expect(await refusalOf(channelId.parse(randomUUID()))).toEqual([404, CHANNEL_MESSAGES.missing]);
    expect(await refusalOf(gone.channelId)).toEqual([410, CHANNEL_MESSAGES.deactivated]);
    expect(await refusalOf(blocked.channelId)).toEqual([403, CHANNEL_MESSAGES.blocked]);
    expect((await unfollow(leo, gone)).following).toBe(false);
    const params = { id: channelId.parse(randomUUID()) };
    expect((await leo.refused(followRoutes.unfollow, { params, body: {} })).code).toBe(404);
  });

  test(`ends at ${FOLLOWS_MAX} channels`, async () => {
    const leo = await fan();
    const maya = await earner();
    await followMany(testApp.deps, leo, FOLLOWS_MAX);
    const refusal = await leo.refused(followRoutes.follow, { params: { id: maya.channelId }, body: {} });
    expect(refusal).toMatchObject({ code: 409, message: FOLLOW_MESSAGES.tooMany });
    expect(await storedCount(maya)).toBe(0);
    const page = await leo.call(followRoutes.following, { query: { per_page: 50, current_page: 100 } });
    expect([page.channels.length, page.pagination.last_page]).toEqual([50, 100]);
    await deps.pool.query("delete from accounts where username like 'many%'");
  });
});

describe("a follow made while watching", () => {
  test("is credited to the item once, and reverted when unfollowed", async () => {
    const [maya, leo] = [await earner(), await fan()];
    const { id } = await testApp.publishes(maya, "Regatta");
    await follow(leo, maya, { content_id: id });
    await follow(leo, maya, { content_id: id });
    expect(await followsInHours(id)).toBe(1);
    await unfollow(leo, maya);
    await unfollow(leo, maya);
    expect(await followsInHours(id)).toBe(0);
    await follow(leo, maya, { content_id: id });
    expect(await followsInHours(id)).toBe(1);
  });

  test("is not credited to an item of another channel, a hidden one or a missing one", async () => {
    const [maya, nia] = [await earner(), await earner()];
    const others = await testApp.publishes(nia, "Not hers");
    const secret = await testApp.publishes(maya, "Secret", { visibility: "private" });
    for (const content_id of [others.id, secret.id, randomUUID()]) {
      expect((await follow(await fan(), maya, { content_id })).following).toBe(true);
      expect(await followsInHours(content_id)).toBe(0);
    }
  });
});

describe("the channels a member follows", () => {
  test("are listed with the latest follow first, without hidden ones and without other members' follows", async () => {
    const [a, b, c, leo] = [await earner(), await earner(), await earner(), await fan()];
    for (const person of [a, b, c]) await follow(leo, person);
    await follow(await fan(), a);
    const names = async () => (await leo.call(followRoutes.following)).channels.map((one) => one.username);
    expect(await names()).toEqual([c.name, b.name, a.name]);
    const { channels, pagination } = await leo.call(followRoutes.following, { query: { per_page: 2 } });
    expect(channels[1]).toMatchObject({ id: b.channelId, name: `${b.name}'s channel`, subscriber_count: 1 });
    expect(pagination).toMatchObject({ current_page: 1, per_page: 2, total: 3, last_page: 2 });
    await hideChannelOf(deps.sql, b.accountId, "deactivation");
    expect(await names()).toEqual([c.name, a.name]);
    await showChannelOf(deps.sql, b.accountId, "deactivation");
    expect(await names()).toEqual([c.name, b.name, a.name]);
    expect((await (await fan()).call(followRoutes.following)).channels).toEqual([]);
    expect((await testApp.visitor.refused(followRoutes.following)).code).toBe(401);
  });
});

describe("the followers of a channel", () => {
  test("are listed newest first for members, unless the owner hides them", async () => {
    const [maya, leo, ana] = [await earner(), await fan(), await fan()];
    for (const person of [leo, ana]) await follow(person, maya);
    const asked = { params: { id: maya.channelId } };
    const seen = await leo.call(followRoutes.followers, asked);
    expect(seen.followers.map((one) => one.username)).toEqual([ana.name, leo.name]);
    expect(seen.pagination.total).toBe(2);

    await deps.pool.query("insert into privacy_settings (account_id, shows_followers) values ($1, false)", [
      maya.accountId,
    ]);
    const refusal = await leo.refused(followRoutes.followers, asked);
    expect(refusal).toMatchObject({ code: 403, message: FOLLOW_MESSAGES.followersHidden });
    expect((await maya.call(followRoutes.followers, asked)).followers).toHaveLength(2);
    const staff = await testApp.person(`staff${++people}`, { staffRole: "admin" });
    expect((await staff.call(followRoutes.followers, asked)).followers).toHaveLength(2);
  });

  test("end with the last visible one: hidden followers add no further page", async () => {
    const [maya, ...fans] = [await earner(), await fan(), await fan(), await fan(), await fan()];
    for (const person of fans) await follow(person, maya);
    const page = async (current_page: number) => {
      const query = { per_page: 2, current_page };
      const { followers, pagination } = await maya.call(followRoutes.followers, {
        params: { id: maya.channelId },
        query,
      });
      return [followers.length, pagination.total, pagination.last_page];
    };
    expect([await page(1), await page(2)]).toEqual([
      [2, 4, 2],
      [2, 4, 2],
    ]);
    for (const person of fans.slice(0, 2)) await hideChannelOf(deps.sql, person.accountId, "deletion");
    expect(await page(1)).toEqual([2, 2, 1]);
    expect((await page(2))[0]).toBe(0);
    await showChannelOf(deps.sql, fans[0]?.accountId ?? "", "deletion");
    expect([await page(1), await page(2)]).toEqual([
      [2, 4, 2],
      [1, 3, 2],
    ]);
  });

  test("of a minor are listed only if the minor chose so", async () => {
    const [maya, leo] = [await earner(), await fan()];
    await deps.pool.query("update accounts set date_of_birth = now() - interval '15 years' where id = $1", [
      maya.accountId,
    ]);
    const asked = { params: { id: maya.channelId } };
    expect((await leo.refused(followRoutes.followers, asked)).code).toBe(403);
    await deps.pool.query("insert into privacy_settings (account_id, shows_followers) values ($1, true)", [
      maya.accountId,
    ]);
    expect((await leo.call(followRoutes.followers, asked)).followers).toEqual([]);
  });
});

test("the nightly job corrects wrong counts in every channel", async () => {
  const [maya, nia, leo] = [await earner(), await earner(), await fan()];
  await follow(leo, maya);
  await testApp.publishes(maya, "One");
  await testApp.publishes(maya, "Hidden", { visibility: "private" });
  await deps.pool.query("update channels set subscriber_count = 70, content_count = 9 where id = any($1)", [
    [maya.channelId, nia.channelId],
  ]);
  await recountChannels(deps);
  const { rows } = await deps.pool.query(
    "select subscriber_count as followers, content_count as items from channels where id = any($1) order by 1 desc",
    [[maya.channelId, nia.channelId]],
  );
  expect(rows).toEqual([
    { followers: 1, items: 1 },
    { followers: 0, items: 0 },
  ]);
});
