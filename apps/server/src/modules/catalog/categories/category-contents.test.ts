import { type CategorySort, categoryRoutes } from "@app/contract/categories";
import { contentRoutes } from "@app/contract/contents";
import { MEDIUM_MAX_MS, SHORT_MAX_MS, sinceOf } from "@app/contract/filters";
import { searchRoutes } from "@app/contract/search";
import { beforeEach, describe, expect, test } from "vitest";
import { updateMediaColumns } from "#modules/catalog/contents/contents-media.sql.ts";
import { createContent } from "#modules/catalog/contents/create-content.service.ts";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { createTestApp } from "#testing/test-app.ts";
import { addCategory } from "./categories.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");
const swimming = await addCategory(deps.sql, { name: "Swimming", slug: "swimming", pictureKey: null, position: 2 });
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  await deps.pool.query("delete from contents");
});

type Query = Parameters<typeof maya.call<typeof categoryRoutes.contents>>[1] extends { query?: infer Q } | undefined
  ? Q
  : never;

async function titles(query: NonNullable<Query>): Promise<string[]> {
  const found = await testApp.visitor.call(categoryRoutes.contents, { query });
  return found.contents.map((card) => card.title);
}

/** Publishes a video the given number of hours ago. */
async function video(title: string, more: { hoursAgo: number; views?: number; lengthMs?: number }): Promise<void> {
  const publishedAt = new Date(Date.now() - more.hoursAgo * HOUR_MS);
  const fields = { type: "video", visibility: "public", category_id: swimming, comments_open: true } as const;
  const { content } = await createContent(
    deps.sql,
    maya.channelId,
    { ...fields, title, description: "", tags: [] },
    { uploadId: null, publishedAt },
  );
  await updateMediaColumns(deps.sql, content.id, {
    state: "ready",
    is_playable: true,
    length_ms: more.lengthMs ?? 60_000,
  });
  await deps.pool.query("update contents set total_views = $1 where id = $2", [more.views ?? 0, content.id]);
}

describe("a category", () => {
  test("shows its public items of one type to everybody, newest first, page by page", async () => {
    for (let n = 0; n < 5; n++) await testApp.publishes(maya, `Swim ${n}`, { categoryId: swimming });
    await testApp.publishes(maya, "Rowing");
    await testApp.publishes(maya, "A picture", { categoryId: swimming, type: "image" });
    await testApp.publishes(maya, "Private", { categoryId: swimming, visibility: "private" });
    await testApp.publishes(maya, "Not ready", { categoryId: swimming, state: "processing" });
    const first = await testApp.visitor.call(categoryRoutes.contents, { query: { id: swimming, per_page: 2 } });
    expect(first.category).toEqual({ id: swimming, name: "Swimming", image: null });
    expect(first.contents.map((card) => card.title)).toEqual(["Swim 4", "Swim 3"]);
    expect(first.pagination).toMatchObject({ current_page: 1, per_page: 2, total: 5, last_page: 3 });
    expect(await titles({ id: swimming, per_page: 2, current_page: 3 })).toEqual(["Swim 0"]);
    expect(await titles({ id: swimming, current_page: 100_000 })).toEqual([]);
    expect(await titles({ id: swimming, type: "image" })).toEqual(["A picture"]);
    expect(await titles({ id: swimming, type: "document" })).toEqual([]);
    expect(await titles({})).toEqual(["Rowing", "Swim 4", "Swim 3", "Swim 2", "Swim 1", "Swim 0"]);
  });

  test("shows nothing from a hidden channel", async () => {
    await testApp.publishes(maya, "Swim", { categoryId: swimming });
    await hideChannelOf(deps.sql, maya.accountId, "deactivation");
    expect(await titles({ id: swimming })).toEqual([]);
    await showChannelOf(deps.sql, maya.accountId, "deactivation");
    expect(await titles({ id: swimming })).toEqual(["Swim"]);
  });

  test("opens by its URL when unlisted, but is not offered anywhere", async () => {
    const curling = await addCategory(deps.sql, { name: "Curling", slug: "curling", pictureKey: null, position: 9 });
    const { id } = await testApp.publishes(maya, "Last stone", { categoryId: curling });
    await deps.pool.query("update categories set is_listed = false where id = $1", [curling]);
    const item = await fan.call(contentRoutes.one, { params: { id } });
    const opened = await testApp.visitor.call(categoryRoutes.contents, { query: { id: item.category.id } });
    expect(opened.category).toEqual({ id: curling, name: "Curling", image: null });
    expect(opened.contents.map((card) => card.title)).toEqual(["Last stone"]);
    const listed = await testApp.visitor.call(categoryRoutes.list);
    expect(listed.map((one) => one.id)).not.toContain(curling);
  });

  test("returns not_found when it is missing or reserved", async () => {
    for (const id of [999_999, 88])
      expect((await testApp.visitor.refused(categoryRoutes.contents, { query: { id } })).code).toBe(404);
    for (const search of ["id=0", "id=x", "type=song", "sort=best", "date=ever", "length=5", "per_page=51"]) {
      const reply = await testApp.visitor.send("GET", `/api/v1/get-category-contents?${search}`);
      expect([search, reply.status]).toEqual([search, 422]);
    }
  });
});

describe("the filters of a category", () => {
  test("sort by date in both directions and by views", async () => {
    await video("old and loved", { hoursAgo: 90, views: 50 });
    await video("middle", { hoursAgo: 50, views: 3 });
    await video("new", { hoursAgo: 1, views: 3 });
    const sorted = (sort: CategorySort) => titles({ id: swimming, sort });
    expect(await sorted("newest")).toEqual(["new", "middle", "old and loved"]);
    expect(await sorted("oldest")).toEqual(["old and loved", "middle", "new"]);
    expect(await sorted("views")).toEqual(["old and loved", "new", "middle"]);
  });

  test("keep only recent items, in each order and with the right total", async () => {
    await video("two hours", { hoursAgo: 2, views: 1 });
    await video("three days", { hoursAgo: 72, views: 9 });
    await video("three weeks", { hoursAgo: 21 * 24, views: 5 });
    await video("three months", { hoursAgo: 90 * 24, views: 7 });
    await video("two years", { hoursAgo: 730 * 24, views: 99 });
    const within = (date: "today" | "week" | "month" | "year") => titles({ id: swimming, date, sort: "views" });
    expect(await within("today")).toEqual(["two hours"]);
    expect(await within("week")).toEqual(["three days", "two hours"]);
    expect(await within("month")).toEqual(["three days", "three weeks", "two hours"]);
    expect(await within("year")).toEqual(["three days", "three months", "three weeks", "two hours"]);
    expect(await titles({ date: "month", sort: "oldest" })).toEqual(["three weeks", "three days", "two hours"]);
    const query = { id: swimming, date: "month", per_page: 2 } as const;
    expect((await testApp.visitor.call(categoryRoutes.contents, { query })).pagination).toMatchObject({
      total: 3,
      last_page: 2,
    });
  });

  test("separate short, medium and long videos as the contract says, and leave out items without a length", async () => {
    await video("short", { hoursAgo: 4, lengthMs: SHORT_MAX_MS - 1 });
    await video("medium", { hoursAgo: 3, lengthMs: SHORT_MAX_MS, views: 2 });
    await video("still medium", { hoursAgo: 3, lengthMs: MEDIUM_MAX_MS });
    await video("long", { hoursAgo: 2, lengthMs: MEDIUM_MAX_MS + 1 });
    await testApp.publishes(maya, "A picture", { categoryId: swimming, type: "image" });
    expect(await titles({ id: swimming, length: "short" })).toEqual(["short"]);
    expect(await titles({ id: swimming, length: "medium", sort: "views" })).toEqual(["medium", "still medium"]);
    expect(await titles({ length: "long", date: "today", sort: "views" })).toEqual(["long"]);
    expect(await titles({ type: "image", length: "long" })).toEqual([]);
    // Search has the same length filters.
    await deps.pool.query("update contents set title = title || ' crossing'");
    for (const length of ["short", "medium", "long"] as const) {
      const found = await fan.call(searchRoutes.result, { query: { search: "crossing", length } });
      const inCategory = await titles({ id: swimming, length, sort: "newest" });
      expect(found.contents.map((card) => card.title).toSorted()).toEqual(inCategory.toSorted());
    }
  });
});

test("a member's own categories are those of their profile, or all of them if the profile has none", async () => {
  const names = async (asker: typeof fan) => (await asker.call(categoryRoutes.ofUser)).map((one) => one.name);
  const all = await testApp.visitor.call(categoryRoutes.list);
  expect(await names(fan)).toEqual(all.map((one) => one.name));
  await deps.pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, street, city, state, zipcode)
     values ($1, 'Individual', 'M', 'V', 'S', 'C', 'TX', '73301')`,
    [maya.accountId],
  );
  await deps.pool.query("insert into earner_categories values ($1, $2)", [maya.accountId, swimming]);
  expect(await names(maya)).toEqual(["Swimming"]);
  expect((await testApp.visitor.refused(categoryRoutes.ofUser)).code).toBe(401);
});

test("the date filter includes what was published exactly at its start", () => {
  const now = new Date("2026-03-11T15:00:00.123Z");
  expect(sinceOf("any", now)).toBeNull();
  expect(sinceOf("today", now)).toEqual(new Date("2026-03-10T15:00:00.123Z"));
});
