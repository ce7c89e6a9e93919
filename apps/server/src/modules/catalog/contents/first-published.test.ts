import { categoryRoutes } from "@app/contract/categories";
import { contentRoutes } from "@app/contract/contents";
import { followRoutes } from "@app/contract/follows";
import type { ContentId } from "@app/contract/ids";
import { searchRoutes } from "@app/contract/search";
import { beforeEach, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { updateMediaColumns } from "./contents-media.sql.ts";

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");
await fan.call(followRoutes.follow, { params: { id: maya.channelId }, body: {} });

beforeEach(async () => {
  await testApp.deps.pool.query("delete from contents");
});

const videos = { contentType: "video" } as const;
const channel_id = maya.channelId;

async function isSeen(id: ContentId, visibility: "public" | "unlisted" | "private"): Promise<void> {
  await maya.call(contentRoutes.update, { params: { id }, body: { visibility } });
}

async function publishedAt(id: ContentId): Promise<string | null> {
  return (await maya.call(contentRoutes.one, { params: { id } })).published_at;
}

/** Every list that is sorted by date, newest first. */
async function lists(): Promise<Record<string, string[]>> {
  const search = "race";
  const all = {
    everything: testApp.visitor.call(contentRoutes.ofChannel, { params: videos }),
    channel: fan.call(contentRoutes.ofChannel, { params: videos, query: { channel_id } }),
    category: testApp.visitor.call(categoryRoutes.contents, { query: { id: testApp.categoryId } }),
    today: testApp.visitor.call(categoryRoutes.contents, { query: { date: "today" } }),
    following: fan.call(followRoutes.followingContents),
    search: fan.call(searchRoutes.result, { query: { search, sort: "newest" } }),
    searchToday: fan.call(searchRoutes.result, { query: { search, sort: "newest", date: "today" } }),
  };
  const found = await Promise.all(Object.values(all));
  return Object.fromEntries(Object.keys(all).map((name, at) => [name, found[at]?.contents.map((i) => i.title) ?? []]));
}

/** Moves everything so far into the past by the given number of days. */
async function daysPass(days: number): Promise<void> {
  await testApp.deps.pool.query(
    "update contents set published_at = published_at - make_interval(days => $1), created_at = created_at - make_interval(days => $1)",
    [days],
  );
}

test("an item that was private at first counts as new when it becomes public", async () => {
  const { id } = await testApp.publishes(maya, "Private race", { visibility: "private" });
  await testApp.publishes(maya, "Public race");
  expect(await publishedAt(id)).toBeNull();
  await daysPass(3);
  await isSeen(id, "unlisted");
  expect(await publishedAt(id)).toBeNull();
  await isSeen(id, "public");
  const [new_, both] = [["Private race"], ["Private race", "Public race"]];
  const { everything, channel, category, today, following, search, searchToday } = await lists();
  expect({ everything, channel, category, following, search }).toEqual({
    everything: both,
    channel: both,
    category: both,
    following: both,
    search: both,
  });
  expect({ today, searchToday }).toEqual({ today: new_, searchToday: new_ });
});

test("hiding and showing an item, or processing it again, does not make it newer", async () => {
  const { id } = await testApp.publishes(maya, "First race");
  await testApp.publishes(maya, "Second race");
  await daysPass(3);
  const before = await publishedAt(id);
  for (const visibility of ["private", "public"] as const) await isSeen(id, visibility);
  for (const state of ["processing", "ready"] as const) await updateMediaColumns(testApp.deps.sql, id, { state });
  expect(await publishedAt(id)).toBe(before);
  const { following, today } = await lists();
  expect({ following, today }).toEqual({ following: ["Second race", "First race"], today: [] });
});

test("an item made public before it is ready counts as new once it is ready", async () => {
  const { id } = await testApp.publishes(maya, "Long race", { state: "processing" });
  await testApp.publishes(maya, "Short race");
  expect(await publishedAt(id)).toBeNull();
  await updateMediaColumns(testApp.deps.sql, id, { state: "ready", is_playable: true });
  const { everything } = await lists();
  expect(everything).toEqual(["Long race", "Short race"]);
});

test("every listed item has a publication time", async () => {
  const { id } = await testApp.publishes(maya, "Race");
  await expect(testApp.deps.pool.query("update contents set published_at = null where id = $1", [id])).rejects.toThrow(
    "violates check constraint",
  );
});
