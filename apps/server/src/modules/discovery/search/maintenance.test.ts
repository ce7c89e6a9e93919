import { searchRoutes } from "@app/contract/search";
import { beforeEach, describe, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { inTransaction } from "#platform/db/database.ts";
import { createTestApp } from "#testing/test-app.ts";
import { maintainSearch, placeDocuments } from "./maintenance.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");
const count = "select count(*)::int as n from search_documents";

beforeEach(async () => {
  await deps.pool.query("delete from contents");
});

async function titles(search: string): Promise<string[]> {
  return (await fan.call(searchRoutes.result, { query: { search } })).contents.map(({ title }) => title);
}

async function channels(search: string): Promise<string[]> {
  return (await fan.call(searchRoutes.result, { query: { search, type: "channel" } })).channels.map(({ name }) => name);
}

async function rename(name: string): Promise<void> {
  await deps.pool.query("update channels set name = $1 where id = $2", [name, maya.channelId]);
}

describe("a channel", () => {
  test("that is renamed is found by its new name, and so are its items", async () => {
    await testApp.publishes(maya, "Long jump");
    await rename("Leaping Lions");
    expect([await channels("leaping"), await titles("lions")]).toEqual([["Leaping Lions"], ["Long jump"]]);
    await rename("maya's channel");
    expect([await channels("leaping"), await titles("lions")]).toEqual([[], []]);
  });

  test("that is hidden takes its items along, and brings them back", async () => {
    await testApp.publishes(maya, "Shot put");
    await inTransaction(deps.sql, (tx) => hideChannelOf(tx, maya.accountId, "deletion"));
    expect([await channels("maya"), await titles("shot")]).toEqual([[], []]);
    await inTransaction(deps.sql, (tx) => showChannelOf(tx, maya.accountId, "deletion"));
    expect([await channels("maya"), await titles("shot")]).toEqual([["maya's channel"], ["Shot put"]]);
  });

  test("of a General User is found only while they are an earner", async () => {
    expect(await channels("fan")).toEqual([]);
    const become = (type: string, plan: string | null) =>
      deps.pool.query("update accounts set user_type = $1, plan = $2 where id = $3", [type, plan, fan.accountId]);
    await become("Fieldhouse", "Individual");
    expect(await channels("fan")).toEqual(["fan's channel"]);
    await become("General User", null);
    expect(await channels("fan")).toEqual([]);
  });

  test("that is deleted disappears with everything in it", async () => {
    const ann = await testApp.person("ann", { plan: "Team" });
    await testApp.publishes(ann, "Curling");
    await deps.pool.query("delete from accounts where id = $1", [ann.accountId]);
    expect([await channels("ann"), await titles("curling")]).toEqual([[], []]);
  });
});

test("a change that is rolled back does not affect the search", async () => {
  const { id } = await testApp.publishes(maya, "Discus");
  await expect(
    inTransaction(deps.sql, async (tx) => {
      await tx.updateTable("contents").set({ title: "Saucer" }).where("id", "=", id).execute();
      throw new Error("No.");
    }),
  ).rejects.toThrow("No.");
  expect([await titles("discus"), await titles("saucer")]).toEqual([["Discus"], []]);
});

test("many concurrent changes leave the result of the last one", async () => {
  const { id } = await testApp.publishes(maya, "Take 0");
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      deps.pool.query("update contents set title = $1 where id = $2", [`Take ${n + 1}`, id]),
    ),
  );
  const { rows } = await deps.pool.query("select title from contents where id = $1", [id]);
  expect(await titles("take")).toEqual([rows[0].title]);
});

test("counting views writes nothing to the search until tiers are updated", async () => {
  const { id } = await testApp.publishes(maya, "Counted");
  const version = "select xmin::text, views from search_documents where id = $1";
  const before = (await deps.pool.query(version, [id])).rows[0];
  await deps.pool.query("update contents set total_views = 70, progress = 100 where id = $1", [id]);
  expect((await deps.pool.query(version, [id])).rows[0]).toEqual(before);
  await placeDocuments(deps);
  expect((await deps.pool.query(version, [id])).rows[0].views).toBe(70);
});

test("ranks are tiers by views and by date within each type, and correct ones are not rewritten", async () => {
  await deps.pool.query(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, published_at, total_views)
     select uuidv7(), $1, 'document', 'Plan ' || n, $2, 'public', 'ready', now() - make_interval(days => n), n
     from generate_series(1, 1200) n`,
    [maya.channelId, testApp.categoryId],
  );
  await testApp.publishes(maya, "Of another type");
  await Promise.all([placeDocuments(deps), placeDocuments(deps)]);
  const { rows } = await deps.pool.query(
    `select views_tier, count(*)::int as n, min(views)::int as least, min(date_tier)::int as newest from search_documents
     where kind = 'document' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { views_tier: 0, n: 512, least: 689, newest: 1 },
    { views_tier: 1, n: 512, least: 177, newest: 0 },
    { views_tier: 2, n: 176, least: 1, newest: 0 },
  ]);
  const versions = "select string_agg(xmin::text, ' ' order by id) as all from search_documents";
  const before = (await deps.pool.query(versions)).rows;
  await placeDocuments(deps);
  expect((await deps.pool.query(versions)).rows).toEqual(before);
  // A common word in another order, found beyond the first tier.
  const newest = await fan.call(searchRoutes.result, { query: { search: "plan", type: "document", sort: "newest" } });
  expect(newest.contents.map(({ title }) => title).slice(0, 3)).toEqual(["Plan 1", "Plan 2", "Plan 3"]);
  expect(newest.pagination.total).toBe(300);
});

test("of many titles with the same beginning, the most viewed are suggested first, not the alphabetically first", async () => {
  await deps.pool.query(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, published_at, total_views)
     select uuidv7(), $1, 'video', case n when 60 then 'Zap zulu' else 'Zap ' || n end, $2, 'public', 'ready', now(),
       case n when 60 then 90000 else n end
     from generate_series(1, 60) n`,
    [maya.channelId, testApp.categoryId],
  );
  await placeDocuments(deps);
  const suggested = await fan.call(searchRoutes.suggest, { query: { search: "zap" } });
  expect(suggested[0]).toBe("Zap zulu");
});

test("the nightly maintenance repairs what was written without triggers", async () => {
  await testApp.publishes(maya, "Known");
  const hidden = await testApp.publishes(maya, "Hidden in the dark");
  await deps.pool.query("alter table contents disable trigger user");
  await deps.pool.query("update contents set title = 'Unknown' where title = 'Known'");
  await deps.pool.query("update contents set hidden_at = now() where id = $1", [hidden.id]);
  await deps.pool.query("alter table contents enable trigger user");
  await deps.pool.query("delete from search_documents where kind = 'channel'");
  await maintainSearch(deps);
  expect([await titles("unknown"), await titles("dark"), await channels("maya")]).toEqual([
    ["Unknown"],
    [],
    ["maya's channel"],
  ]);
  expect((await deps.pool.query(count)).rows[0].n).toBe(2);
});

test.each([
  ["description", "'Vaulting'"],
  ["tags", "array['vaulting']"],
  ["category_id", "(select id from categories where slug = 'golf')"],
  ["length_ms", "1200001"],
  ["published_at", "now() - interval '3 days'"],
])("the maintenance detects that an item's %s is stale, and rewrites nothing else", async (column, value) => {
  const { id } = await testApp.publishes(maya, "Stale", { lengthMs: 60_000 });
  await testApp.publishes(maya, "As it was");
  const versions = "select id, xmin::text as version from search_documents order by id";
  await maintainSearch(deps);
  const before = (await deps.pool.query(versions)).rows;
  await deps.pool.query("alter table contents disable trigger user");
  await deps.pool.query(`update contents set ${column} = ${value} where id = $1`, [id]);
  await deps.pool.query("alter table contents enable trigger user");
  await maintainSearch(deps);
  const after = (await deps.pool.query(versions)).rows;
  expect(after.filter(({ version }, at) => version !== before[at].version).map((row) => row.id)).toEqual([id]);
  const { rows } = await deps.pool.query(
    `select d.words @@ 'vaulting' or d.category_id <> $2 or d.length_kind = 'long' or d.published_at < now() - interval '2 days'
     as is_mended from search_documents d where d.id = $1`,
    [id, testApp.categoryId],
  );
  expect(rows).toEqual([{ is_mended: true }]);
});

test("the maintenance detects that a channel's words are stale", async () => {
  await deps.pool.query("alter table channels disable trigger user");
  await deps.pool.query("update channels set bio = 'We fence on Sundays.' where id = $1", [maya.channelId]);
  await deps.pool.query("alter table channels enable trigger user");
  expect(await channels("sundays")).toEqual([]);
  await maintainSearch(deps);
  expect(await channels("sundays")).toEqual(["maya's channel"]);
});
