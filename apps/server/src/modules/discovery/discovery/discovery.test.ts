import { contentRoutes } from "@app/contract/contents";
import { BANNER_MAX, discoveryRoutes, TRENDING_MAX } from "@app/contract/discovery";
import type { ContentId } from "@app/contract/ids";
import { beforeEach, describe, expect, test } from "vitest";
import type { NewItem } from "#testing/publish.ts";
import { createTestApp } from "#testing/test-app.ts";
import { trendingScore } from "./discovery.policy.ts";
import { queueDiscoveryRefresh, queueDiscoveryRefreshAfter, refreshDiscovery } from "./discovery.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
/** One clock for writing hourly stats and ranking lists, so that no new hour begins in between. */
const NOW = new Date();
const refresh = () => refreshDiscovery({ ...deps, now: () => NOW });
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Team" });

/** These lists span the whole product, so each test starts without items. */
beforeEach(async () => {
  await deps.pool.query("delete from contents");
  await deps.pool.query("update channels set subscriber_count = 0");
});

async function publish(title: string, more: NewItem & { by?: typeof maya } = {}): Promise<ContentId> {
  return (await testApp.publishes(more.by ?? maya, title, more)).id;
}

/** Adds views to an item, the given number of hours ago. */
async function views(id: ContentId, count: number, hoursAgo = 0): Promise<void> {
  await deps.pool.query(
    "insert into content_hourly_stats (content_id, hour, views) values ($1, date_trunc('hour', $4::timestamptz) - make_interval(hours => $2), $3)",
    [id, hoursAgo, count, NOW],
  );
}

/** Sets everything the formula uses, within one hour. */
async function hour(id: ContentId, of: Parameters<typeof trendingScore>[0][number]): Promise<void> {
  await deps.pool.query(
    `insert into content_hourly_stats (content_id, hour, views, likes, commenters, follows)
     values ($1, date_trunc('hour', $7::timestamptz) - make_interval(hours => $2), $3, $4, $5, $6)`,
    [id, of.ageH, of.views, of.likes, of.commenters, of.follows, NOW],
  );
}

async function followers(person: typeof maya, count: number): Promise<void> {
  await deps.pool.query("update channels set subscriber_count = $1 where id = $2", [count, person.channelId]);
}

async function total(id: ContentId, count: number): Promise<void> {
  await deps.pool.query("update contents set total_views = $1 where id = $2", [count, id]);
}

async function trending(): Promise<string[]> {
  await refresh();
  return (await testApp.visitor.call(discoveryRoutes.trending)).map((card) => card.title);
}

async function banner(): Promise<string[]> {
  await refresh();
  return (await testApp.visitor.call(discoveryRoutes.topVideos)).content.map((item) => item.title);
}

async function scoreOf(id: ContentId): Promise<number> {
  await refresh();
  const { rows } = await deps.pool.query("select score from trending_videos where content_id = $1", [id]);
  return rows[0].score;
}

describe("trending", () => {
  test("weights views by age and by the channel's followers", async () => {
    const now = await publish("Ten views now");
    await views(now, 10);
    const before = await publish("Ten views twelve hours ago");
    await views(before, 10, 12);
    const both = await publish("Both");
    await views(both, 10);
    await views(both, 10, 12);
    const day = await publish("Eight views a day ago");
    await views(day, 8, 24);
    const famous = await publish("Twenty views of a channel with ninety followers", { by: nia });
    await views(famous, 20);
    await followers(nia, 90);
    expect(await scoreOf(now)).toBeCloseTo(10, 9);
    expect(await scoreOf(before)).toBeCloseTo(5, 9);
    expect(await scoreOf(both)).toBeCloseTo(15, 9);
    expect(await scoreOf(day)).toBeCloseTo(2, 9);
    expect(await scoreOf(famous)).toBeCloseTo(10, 9);
  });

  test("weights likes, commenters and follows exactly like the formula", async () => {
    const check = await publish("The check value", { by: nia });
    await hour(check, { ageH: 0, views: 20, likes: 4, commenters: 2, follows: 0 });
    const mixed = await publish("Mixed", { by: nia });
    const hours = [
      { ageH: 0, views: 3, likes: 1, commenters: 0, follows: 2 },
      { ageH: 7, views: 11, likes: 0, commenters: 5, follows: 0 },
      { ageH: 100, views: 4_000, likes: 77, commenters: 13, follows: 9 },
    ];
    for (const of of hours) await hour(mixed, of);
    await followers(nia, 90);
    expect(await scoreOf(check)).toBeCloseTo(20, 9);
    expect(await scoreOf(mixed)).toBeCloseTo(trendingScore(hours, 90), 9);
  });

  test("looks back seven days and no further", async () => {
    const within = await publish("Within");
    await views(within, 2 ** 14, 7 * 24 - 1);
    const older = await publish("Older");
    await views(older, 1_000_000, 7 * 24);
    expect(await scoreOf(within)).toBeCloseTo(2 ** (1 / 12), 9);
    expect(await scoreOf(older)).toBe(0);
    expect(await trending()).toEqual(["Within", "Older"]);
  });

  test("breaks ties by total views, date and id, in a stable order", async () => {
    const [monday, tuesday] = [new Date("2026-01-05T12:00:00Z"), new Date("2026-01-06T12:00:00Z")];
    const made: [string, number, Date][] = [
      ["first id", 5, monday],
      ["second id", 5, monday],
      ["newer", 5, tuesday],
      ["more seen", 6, monday],
    ];
    for (const [title, seen, publishedAt] of made) {
      const id = await publish(title, { publishedAt });
      await views(id, 3);
      await total(id, seen);
    }
    const expected = ["more seen", "newer", "first id", "second id"];
    expect(await trending()).toEqual(expected);
    expect(await trending()).toEqual(expected);
  });

  test("is filled up with the newest items, not with those that had the most views long ago", async () => {
    const old = await publish("Old and famous");
    await total(old, 1_000_000);
    await publish("New");
    await publish("Newer");
    await views(await publish("Watched today"), 1);
    expect(await trending()).toEqual(["Watched today", "Newer", "New", "Old and famous"]);
  });

  test(`holds ${TRENDING_MAX} at most, and is empty at first`, async () => {
    expect(await trending()).toEqual([]);
    for (let n = 0; n < TRENDING_MAX + 5; n++) await publish(`Item ${n}`);
    expect(await trending()).toHaveLength(TRENDING_MAX);
  });

  test("lists ready, visible videos only, and drops hidden ones at once", async () => {
    const hidden: [string, NewItem][] = [
      ["private", { visibility: "private" }],
      ["unlisted", { visibility: "unlisted" }],
      ["processing", { state: "processing", isPlayable: true }],
      ["failed", { state: "failed" }],
      ["picture", { type: "image" }],
    ];
    for (const [title, more] of hidden) await views(await publish(title, more), 100);
    const later = await publish("Hidden later");
    const stays = await publish("Stays");
    const deleted = await publish("Deleted later");
    expect(await trending()).toEqual(["Deleted later", "Stays", "Hidden later"]);
    await maya.call(contentRoutes.update, { params: { id: later }, body: { visibility: "private" } });
    await maya.call(contentRoutes.remove, { params: { id: deleted } });
    const cards = await testApp.visitor.call(discoveryRoutes.trending);
    expect(cards.map((card) => card.id)).toEqual([stays]);
    expect((await testApp.visitor.call(discoveryRoutes.topVideos)).content.map((item) => item.id)).toEqual([stays]);
  });

  test("two concurrent refreshes leave one complete list", async () => {
    for (let n = 0; n < 5; n++) await publish(`Item ${n}`);
    await Promise.all([1, 2, 3, 4].map(refresh));
    expect(await trending()).toEqual(["Item 4", "Item 3", "Item 2", "Item 1", "Item 0"]);
  });

  test("batches what is published within a minute, once the list is full", async () => {
    const waiting = async () => {
      const { rows } = await deps.pool.query(
        `select extract(epoch from run_at - now())::int as in_s from graphile_worker.jobs
         where task_identifier = 'discovery:refresh'`,
      );
      return rows.map((row) => row.in_s);
    };
    await testApp.settle();
    await queueDiscoveryRefreshAfter(deps.sql);
    expect(await waiting()).toEqual([0]);
    await testApp.settle();
    for (let n = 0; n < TRENDING_MAX; n++) await publish(`Item ${n}`);
    await trending();
    for (let n = 0; n < 3; n++) await queueDiscoveryRefreshAfter(deps.sql);
    const [inS, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(inS).toBeGreaterThan(30);
    await deps.pool.query(
      "update graphile_worker._private_jobs set run_at = now() + interval '5 seconds' where key = 'discovery:refresh'",
    );
    // The minute starts with the first item, so continuous publishing does not postpone the refresh.
    await queueDiscoveryRefreshAfter(deps.sql);
    expect((await waiting())[0]).toBeLessThanOrEqual(5);
    await queueDiscoveryRefresh(deps.sql);
    expect(await waiting()).toEqual([0]);
    await testApp.settle();
  });

  test("is refreshed by the job that publishing a video queues", async () => {
    await testApp.video(maya, "Just published");
    expect((await testApp.visitor.call(discoveryRoutes.trending)).map((card) => card.title)).toEqual([
      "Just published",
    ]);
    const [slide] = (await testApp.visitor.call(discoveryRoutes.topVideos)).content;
    const clip = await testApp.visitor.send("GET", slide?.video_content.media_original ?? "");
    expect([clip.status, clip.headers.get("content-type")]).toEqual([200, "video/mp4"]);
  });
});

describe("the banner", () => {
  test("shows the wide trending videos, most viewed first, with everything a slide needs", async () => {
    const tall = await publish("Tall", { widthPx: 720, heightPx: 1280 });
    await total(tall, 900);
    const [a, b, c] = [await publish("A"), await publish("B", { by: nia }), await publish("C")];
    await total(a, 5);
    await total(b, 50);
    await views(c, 10);
    expect(await banner()).toEqual(["B", "A", "C"]);
    const [slide] = (await testApp.visitor.call(discoveryRoutes.topVideos)).content;
    expect(slide).toMatchObject({ id: b, total_views: 50, channel: { id: nia.channelId, name: "nia's channel" } });
  });

  test(`holds ${BANNER_MAX} slides at most, and is empty at first`, async () => {
    expect(await banner()).toEqual([]);
    for (let n = 0; n < BANNER_MAX + 3; n++) await publish(`Item ${n}`);
    expect(await banner()).toHaveLength(BANNER_MAX);
  });
});
