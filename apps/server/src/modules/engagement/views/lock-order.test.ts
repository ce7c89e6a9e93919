import { followRoutes } from "@app/contract/follows";
import { viewRoutes } from "@app/contract/views";
import { afterEach, expect, test } from "vitest";
import { type ContentRow, selectContent } from "#modules/catalog/contents/contents.sql.ts";
import { purgeContent } from "#modules/catalog/contents/contents-maintenance.service.ts";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { finishContent } from "#modules/catalog/media/media-run.service.ts";
import { adjustFollowerCount, recountChannels } from "#modules/channels/channels/channels.service.ts";
import { eraseFollowsOf } from "#modules/channels/follows/follows.service.ts";
import { upsertHistory } from "#modules/engagement/library/library.sql.ts";
import { inTransaction } from "#platform/db/database.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import { follow } from "#testing/follow.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp, type TestApp } from "#testing/test-app.ts";
import { addToHourlyStats, flushViewCounts } from "./views.service.ts";
import { markViewed } from "./views.sql.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const MADE = {
  run: "0123456789abcdef",
  renditions: [{ widthPx: 426, heightPx: 240, videoKbps: 400, isCopied: false }],
};

const finish = (item: ContentRow) =>
  inTransaction(deps.sql, (tx) =>
    finishContent(deps, tx, item, { channelId: item.channel_id, ...MADE, warning: null }),
  );

/** Deadlocks are retried silently, so this reads the count that PostgreSQL keeps. */
async function deadlocks(): Promise<number> {
  const { rows } = await deps.pool.query<{ deadlocks: number }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return rows[0]?.deadlocks ?? 0;
}

afterEach(async () => {
  // A session reports its statistics after a second of idling.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await deadlocks()).toBe(0);
});

const view = (item: { id: string }, viewer: TestPerson) =>
  markViewed(deps.sql, { contentId: item.id, viewerId: viewer.accountId, source: "direct", againAfterH: 0 });

test("a follow and a flush of the same item's views lock in one order", async () => {
  const [maya, leo] = [await testApp.person("maya", { plan: "Individual" }), await testApp.person("leo")];
  const item = await testApp.publishes(maya, "Race");
  await view(item, leo);
  await flushViewCounts(deps);
  await view(item, await testApp.person("ana"));

  let counting: Promise<void> | undefined;
  // The steps of `follow` after its first read, with a flush in between.
  await deps.sql.transaction().execute(async (tx) => {
    await adjustFollowerCount(tx, maya.channelId, 1);
    counting = flushViewCounts(deps);
    await expect.poll(() => countWaiting(deps.pool)).toBe(1);
    await addToHourlyStats(tx, [{ contentId: item.id, at: new Date(), follows: 1 }]);
  });
  await counting;
  expect((await selectContent(deps.sql, item.id))?.total_views).toBe(2);
});

test("hiding a channel while its item finishes or its views flush leaves correct counts", async () => {
  const maya = await testApp.person("mia", { plan: "Individual" });
  const { id } = await testApp.publishes(maya, "Race", { state: "processing" });
  const seen = await testApp.publishes(maya, "Seen");
  await view(seen, await testApp.person("joe"));
  const content = await selectContent(deps.sql, id);
  if (!content) throw new Error("no item");
  const others: Promise<unknown>[] = [];
  await deps.sql.transaction().execute(async (tx) => {
    await adjustFollowerCount(tx, maya.channelId, 1);
    others.push(finish(content));
    others.push(flushViewCounts(deps));
    await expect.poll(() => countWaiting(deps.pool)).toBe(2);
    await hideChannelOf(tx, maya.accountId, "staff");
  });
  await Promise.all(others);
  await showChannelOf(deps.sql, maya.accountId, "staff");
  const { rows } = await deps.pool.query("select content_count, total_views from channels where id = $1", [
    maya.channelId,
  ]);
  expect(rows).toEqual([{ content_count: 2, total_views: 1 }]);
});

test("two items of a channel that finish at the same moment are both counted", async () => {
  const owner = await testApp.person("twice", { plan: "Individual" });
  const items = await Promise.all(
    ["First", "Second"].map((title) => testApp.publishes(owner, title, { state: "processing" })),
  );
  await Promise.all(
    items.map(async ({ id }) => {
      const content = await selectContent(deps.sql, id);
      if (content) await finish(content);
    }),
  );
  const { rows } = await deps.pool.query("select content_count from channels where id = $1", [owner.channelId]);
  expect(rows).toEqual([{ content_count: 2 }]);
});

test("what somebody watches at the moment in which it is purged is neither counted nor an error", async () => {
  const maya = await testApp.person("maya_p", { plan: "Individual" });
  const leo = await testApp.person("leo_p");
  const { id } = await testApp.publishes(maya, "Long ago");
  const view = { contentId: id, viewerId: leo.accountId, source: "direct", againAfterH: 24 };
  const works = await inTransaction(deps.sql, async (tx) => {
    await tx.deleteFrom("contents").where("id", "=", id).execute();
    const watched = { accountId: leo.accountId, contentId: id, positionMs: null };
    const begun = [markViewed(deps.sql, view), upsertHistory(deps.sql, [watched])];
    await expect.poll(() => countWaiting(deps.pool)).toBe(2);
    return { ended: Promise.all(begun) };
  });
  expect(await works.ended).toEqual([false, undefined]);
});

test("everything at once, many times, ends without a deadlock and with correct counts", async () => {
  const world = await openWorld(testApp);
  const { earners, fans, items } = world;
  // The items of the first earner are purged, so its counts are not compared.
  const [purged, ...counted] = earners;
  const done = new Map<string, number>();
  const faults: string[] = [];
  const attempt = (what: string, work: Promise<unknown>) =>
    work.then(
      () => done.set(what, (done.get(what) ?? 0) + 1),
      (error: unknown) => faults.push(`${what}: ${error}`),
    );
  const round = async (n: number) => {
    const fan = fans[n % fans.length] as TestPerson;
    const earner = earners[(n * 7) % earners.length] as TestPerson;
    const item = items.filter((one) => one.owner === earner)[n % 3];
    if (!item) throw new Error("no item");
    const params = { id: earner.channelId };
    const hideAndShow = async () => {
      await inTransaction(deps.sql, (tx) => hideChannelOf(tx, earner.accountId, "staff"));
      await inTransaction(deps.sql, (tx) => showChannelOf(tx, earner.accountId, "staff"));
    };
    const works: [string, Promise<unknown>][] = [
      ["follow", follow(fan, earner, { id: earner.channelId, content_id: item.id })],
      ["view", fan.call(viewRoutes.add, { params: { id: item.id }, body: { watched_s: 60 } })],
      ["flush", flushViewCounts(deps)],
      ["hide", hideAndShow()],
      ["recount", recountChannels(deps)],
      ["unfollow", fan.call(followRoutes.unfollow, { params, body: params })],
    ];
    if (n % 5 === 0) works.push(["erase", inTransaction(deps.sql, (tx) => eraseFollowsOf(tx, fan.accountId))]);
    if (earner === purged && n % 9 === 0) works.push(["purge", purgeContent(deps, item.id)]);
    await Promise.all(works.map(([what, work]) => attempt(what, work)));
  };
  const rounds = Array.from({ length: 40 }, (_, n) => n);
  // As many at once as the pool has connections.
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const n of rounds.filter((one) => one % 4 === lane)) await round(n);
    }),
  );
  // Each was done some times. Refused are only follows of a hidden channel and views of what is hidden or purged.
  expect([...done.keys()].toSorted()).toEqual([
    ...["erase", "flush", "follow", "hide", "purge", "recount", "unfollow", "view"],
  ]);
  expect(faults.filter((fault) => !/^follow: .* answered 403:|^view: .* answered 404:/.test(fault))).toEqual([]);
  await flushViewCounts(deps);
  const { rows } = await deps.pool.query(
    `select c.id from channels c where (subscriber_count, content_count, total_views) is distinct from (
       (select count(*) from follows where channel_id = c.id),
       (select count(*) from contents where channel_id = c.id),
       (select coalesce(sum(total_views), 0) from contents where channel_id = c.id))
     and owner_id = any($1)`,
    [counted.map((earner) => earner.accountId)],
  );
  expect(rows).toEqual([]);
});

async function openWorld({ person, publishes }: TestApp) {
  const earners: TestPerson[] = [];
  const items: { id: string; owner: TestPerson }[] = [];
  for (const name of ["earner_a", "earner_b", "earner_c"]) {
    const owner = await person(name, { plan: "Individual" });
    earners.push(owner);
    for (let at = 0; at < 3; at++) items.push({ ...(await publishes(owner, `${name} ${at}`)), owner });
  }
  const fans = await Promise.all(["fan_a", "fan_b", "fan_c", "fan_d"].map((name) => person(name)));
  return { earners, fans, items };
}
