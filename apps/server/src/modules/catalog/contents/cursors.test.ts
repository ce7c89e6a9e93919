import { categoryRoutes } from "@app/contract/categories";
import { contentRoutes } from "@app/contract/contents";
import { followRoutes } from "@app/contract/follows";
import { CURSOR_MESSAGE, type CursorPagination } from "@app/contract/http";
import { contentId } from "@app/contract/ids";
import { beforeEach, describe, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { recountContents } from "#modules/channels/channels/channels.service.ts";
import { recountFollowers } from "#modules/channels/channels/channels.sql.ts";
import { inTransaction } from "#platform/db/database.ts";
import { follow, followMany, unfollow } from "#testing/follow.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { EXACT_COUNT_MAX, replaceListedTotals } from "./contents-cards.sql.ts";

const testApp = await createTestApp();
const { deps, categoryId } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Individual" });
const leo = await testApp.person("leo");
for (const owner of [maya, nia]) await follow(leo, owner);
const PER_PAGE = 20;

/** Every fifth item is Nia's; older items have fewer views, and items share timestamps in pairs. */
beforeEach(async () => {
  await deps.pool.query("delete from contents");
  await deps.pool.query(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, total_views, created_at, published_at)
     select uuidv7(interval '-1 second' * (n - n % 2)), case n % 5 when 0 then $2::uuid else $1 end, 'video', 'Item ' || n, $3,
       'public', 'ready', 1000 - n / 3, now() - interval '1 minute' * (n - n % 2), now() - interval '1 minute' * (n - n % 2)
     from generate_series(1, 110) n`,
    [maya.channelId, nia.channelId, categoryId],
  );
  await showChannelOf(deps.sql, nia.accountId, "staff");
  for (const owner of [maya, nia]) await recountContents(deps.sql, owner.channelId);
});

type Page = { cursor?: string | undefined; current_page?: number; per_page: number };
type Shown = { titles: string[]; pagination: CursorPagination };
type Ask = (page: Page) => Promise<Shown>;

const shown = (data: { contents: { title: string }[]; pagination: CursorPagination }): Shown => ({
  titles: data.contents.map((item) => item.title),
  pagination: data.pagination,
});
const categoryBy = (more: object): Ask => {
  return async (page) =>
    shown(await testApp.visitor.call(categoryRoutes.contents, { query: { id: categoryId, ...more, ...page } }));
};
const video = { contentType: "video" } as const;

/** Every list of items. Maya alone has 88. */
const LISTS: Record<string, Ask> = {
  "a category, newest first": categoryBy({ sort: "newest" }),
  "a category, oldest first": categoryBy({ sort: "oldest" }),
  "a category, most viewed first": categoryBy({ sort: "views" }),
  "a category, most viewed of a week first": categoryBy({ sort: "views", date: "week" }),
  "everybody's videos": async (page) =>
    shown(await testApp.visitor.call(contentRoutes.ofChannel, { params: video, query: page })),
  "a channel's videos": async (page) =>
    shown(await leo.call(contentRoutes.ofChannel, { params: video, query: { channel_id: maya.channelId, ...page } })),
  "the caller's own videos": async (page) => shown(await maya.call(contentRoutes.mine, { params: video, query: page })),
  "what one follows": async (page) => shown(await leo.call(followRoutes.followingContents, { query: page })),
};

/** Follows `next` to the end. After each page, runs the `meanwhile` step of that page number. */
async function walk(ask: Ask, meanwhile: Record<number, () => Promise<void>> = {}): Promise<Shown[]> {
  const pages: Shown[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await ask({ cursor, per_page: PER_PAGE });
    pages.push(page);
    await meanwhile[pages.length]?.();
    cursor = page.pagination.next ?? undefined;
    more = cursor !== undefined;
  }
  return pages;
}
const titlesOf = (pages: readonly Shown[]) => pages.flatMap((page) => page.titles);

async function remove(titles: readonly string[]): Promise<void> {
  const { rows } = await deps.pool.query("select id, channel_id from contents where title = any($1)", [titles]);
  for (const row of rows) {
    const owner: TestPerson = row.channel_id === maya.channelId ? maya : nia;
    await owner.call(contentRoutes.remove, { params: { id: contentId.parse(row.id) }, body: {} });
  }
}

describe.each(Object.entries(LISTS))("paging by cursor through %s", (name, ask) => {
  test("shows each item once and the same pages as page numbers", async () => {
    const pages = await walk(ask);
    const all = titlesOf(pages);
    expect(new Set(all).size).toBe(all.length);
    const total = /own|channel's/.test(name) ? 88 : 110;
    expect(all).toHaveLength(total);
    const last_page = Math.ceil(total / PER_PAGE);
    for (const [at, page] of pages.entries()) {
      expect(page.pagination).toMatchObject({ current_page: at + 1, per_page: PER_PAGE, total, last_page });
      const numbered = await ask({ current_page: at + 1, per_page: PER_PAGE });
      expect(numbered.titles).toEqual(page.titles);
      expect(numbered.pagination).toMatchObject({ current_page: at + 1, total, last_page });
      expect(numbered.pagination.next === null).toBe(at + 1 === last_page);
    }
    const fifth = await ask({ current_page: 4, per_page: PER_PAGE });
    expect((await ask({ cursor: fifth.pagination.next ?? "", per_page: PER_PAGE })).titles).toEqual(pages[4]?.titles);
    expect((await ask({ current_page: 100_000, per_page: PER_PAGE })).titles).toEqual([]);
  });

  test("skips and repeats nothing while items are added and removed", async () => {
    const before = titlesOf(await walk(ask));
    const gone = { seen: before.slice(2, 4), position: before.slice(39, 40), ahead: before.slice(65, 67) };
    const read = titlesOf(
      await walk(ask, {
        1: async () => void (await testApp.publishes(maya, "New")),
        2: () => remove([...gone.seen, ...gone.position, ...gone.ahead]),
        3: async () => void (await testApp.publishes(nia, "Newer", { visibility: "private" })),
      }),
    );
    const expected = before.filter((title) => !gone.ahead.includes(title));
    expect(new Set(read).size).toBe(read.length);
    // New items appear before or after the reader's position, depending on the order.
    expect(read.filter((title) => title !== "New")).toEqual(expected);
  });
});

test("a channel hidden halfway through is left out of the remaining pages", async () => {
  const ask = LISTS["a category, newest first"] as Ask;
  const pages = await walk(ask, { 2: () => hideChannelOf(deps.sql, nia.accountId, "staff") });
  const isNias = (title: string) => Number(title.slice(5)) % 5 === 0;
  expect(titlesOf(pages.slice(0, 2)).some(isNias)).toBe(true);
  expect(titlesOf(pages.slice(2)).some(isNias)).toBe(false);
  expect(titlesOf(pages).filter((title) => !isNias(title))).toHaveLength(88);
});

test("a long list shows the total last counted by the job, a short one its current total", async () => {
  const total = async (query: { id: number; length?: "short" | "long" }) =>
    (await testApp.visitor.call(categoryRoutes.contents, { query })).pagination.total;
  await deps.pool.query(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, length_ms)
     select uuidv7(), $1, 'video', 'Short ' || n, $2, 'public', 'ready', 1000 from generate_series(1, $3::int) n`,
    [maya.channelId, categoryId, EXACT_COUNT_MAX + 20],
  );
  const all = EXACT_COUNT_MAX + 20 + 110;
  expect(await total({ id: categoryId })).toBe(EXACT_COUNT_MAX);
  await inTransaction(deps.sql, replaceListedTotals);
  expect(await total({ id: categoryId })).toBe(all);
  expect(await total({ id: categoryId, length: "short" })).toBe(EXACT_COUNT_MAX + 20);
  expect(await total({ id: categoryId, length: "long" })).toBe(0);
  await testApp.publishes(maya, "One more");
  expect(await total({ id: categoryId })).toBe(all);
  const { pagination } = await testApp.visitor.call(contentRoutes.ofChannel, { params: video, query: {} });
  expect(pagination.total).toBe(all);
  await Promise.all([1, 2].map(() => inTransaction(deps.sql, replaceListedTotals)));
  expect(await total({ id: categoryId })).toBe(all + 1);
});

describe("lists of people page by cursor too", () => {
  test("followed channels and a channel's followers, while follows are added and removed", async () => {
    const fan = await testApp.person("fan");
    await followMany(deps, fan, 45);
    const zoe = await testApp.person("zoe", { plan: "Individual" });
    await deps.pool.query(
      "insert into follows (follower_id, channel_id) select a.id, $1 from accounts a where a.username like 'many%'",
      [zoe.channelId],
    );
    await recountFollowers(deps.sql, [zoe.channelId]);
    const lists: ((page: Page) => Promise<{ names: string[]; pagination: CursorPagination }>)[] = [
      async (page) => {
        const { channels, pagination } = await fan.call(followRoutes.following, { query: page });
        return { names: channels.map((one) => one.username), pagination };
      },
      async (page) => {
        const query = { params: { id: zoe.channelId }, query: page };
        const { followers, pagination } = await leo.call(followRoutes.followers, query);
        return { names: followers.map((one) => one.username), pagination };
      },
    ];
    for (const ask of lists) {
      const read: string[] = [];
      for (let cursor: string | undefined, page = 1; page <= 3; page++) {
        const { names, pagination } = await ask({ cursor, per_page: PER_PAGE });
        const numbered = await ask({ current_page: page, per_page: PER_PAGE });
        if (page === 1) expect(numbered.names).toEqual(names);
        read.push(...names);
        expect(pagination).toMatchObject({ current_page: page, total: 45, last_page: 3 });
        expect(pagination.next === null).toBe(page === 3);
        cursor = pagination.next ?? undefined;
        if (page === 1) await follow(leo, zoe);
        if (page === 1) await follow(fan, maya);
      }
      expect(read.toSorted()).toEqual(Array.from({ length: 45 }, (_, n) => `many${n + 1}`).toSorted());
      await unfollow(leo, zoe);
      await unfollow(fan, maya);
    }
    await deps.pool.query("delete from accounts where username like 'many%'");
  });
});

describe("a cursor is rejected", () => {
  const refusalOf = async (caller: Pick<TestPerson, "send">, path: string) => {
    const reply = await caller.send("GET", `/api/v1${path}`);
    return [reply.status, JSON.parse(reply.text).errors];
  };
  const refused = [422, { cursor: [CURSOR_MESSAGE] }];

  test("if it is malformed, empty, too long or something else entirely", async () => {
    const { pagination } = await categoryBy({ sort: "newest" })({ per_page: PER_PAGE });
    const cursor = pagination.next ?? "";
    expect(cursor).not.toBe("");
    const changed = `${cursor.slice(0, 50)}${cursor[50] === "A" ? "B" : "A"}${cursor.slice(51)}`;
    for (const garbled of ["", "x", "\0", "'", `${cursor}=`, cursor.slice(4), changed, "A".repeat(501)])
      for (const path of ["/get-category-contents", "/get-contents/video"])
        expect([garbled, await refusalOf(testApp.visitor, `${path}?cursor=${encodeURIComponent(garbled)}`)]).toEqual([
          garbled,
          refused,
        ]);
    for (const path of ["/following", "/get-following-contents", `/get-followers/${maya.channelId}`])
      expect([path, await refusalOf(leo, `${path}?cursor=${cursor}`)]).toEqual([path, refused]);
    expect(await refusalOf(maya, `/my-contents/video?cursor=${cursor}`)).toEqual(refused);
  });

  test("if it belongs to another order, category, type or person's list", async () => {
    const { pagination } = await categoryBy({ sort: "newest" })({ per_page: PER_PAGE });
    const of = `/get-category-contents?cursor=${pagination.next}&per_page=5`;
    expect((await testApp.visitor.send("GET", `/api/v1${of}&id=${categoryId}`)).status).toBe(200);
    for (const more of ["", "&id=1001", `&id=${categoryId}&sort=oldest`, `&id=${categoryId}&type=image`])
      expect(await refusalOf(testApp.visitor, of + more)).toEqual(refused);
    const followed = await leo.call(followRoutes.followingContents, { query: { per_page: 5 } });
    const another = await testApp.person("another");
    await follow(another, maya);
    expect(await refusalOf(another, `/get-following-contents?cursor=${followed.pagination.next}`)).toEqual(refused);
    // The cursor does not reveal its contents.
    expect(Buffer.from(followed.pagination.next ?? "", "base64url").toString("latin1")).not.toContain("page");
  });
});
