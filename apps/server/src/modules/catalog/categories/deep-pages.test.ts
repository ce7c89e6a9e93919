import { CATEGORY_SORTS, categoryRoutes } from "@app/contract/categories";
import { contentRoutes } from "@app/contract/contents";
import { followRoutes } from "@app/contract/follows";
import { contentId } from "@app/contract/ids";
import { beforeEach, expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { recountContents } from "#modules/channels/channels/channels.service.ts";
import { follow } from "#testing/follow.ts";
import type { StagePerson } from "#testing/people.ts";
import { openStage } from "#testing/stage.ts";

const stage = await openStage();
const { deps, categoryId } = stage;
const maya = await stage.person("maya", { plan: "Individual" });
const nia = await stage.person("nia", { plan: "Individual" });
const PAGE = 20;

/** Every fifth is Nia's; the older an item, the less it was viewed, and two at a time came at the same moment. */
beforeEach(async () => {
  await deps.pool.query("delete from contents");
  await deps.pool.query(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, total_views, published_at)
     select uuidv7(interval '-1 second' * (n - n % 2)), case n % 5 when 0 then $2::uuid else $1 end, 'video', 'Item ' || n, $3,
       'public', 'ready', 1000 - n / 3, now() - interval '1 minute' * (n - n % 2)
     from generate_series(1, 110) n`,
    [maya.channelId, nia.channelId, categoryId],
  );
  await showChannelOf(deps.sql, nia.accountId, "staff");
  for (const owner of [maya, nia]) await recountContents(deps.sql, owner.channelId);
});

type Ask = (page: number) => Promise<string[]>;

async function read(ask: Ask, from = 1, to = 6): Promise<string[]> {
  const titles: string[] = [];
  for (let page = from; page <= to; page++) titles.push(...(await ask(page)));
  return titles;
}

async function remove(titles: readonly string[]): Promise<void> {
  const { rows } = await deps.pool.query("select id, channel_id from contents where title = any($1)", [titles]);
  for (const row of rows) {
    const owner: StagePerson = row.channel_id === maya.channelId ? maya : nia;
    await owner.call(contentRoutes.remove, { params: { id: contentId.parse(row.id) }, body: {} });
  }
}

async function expectOneReading(ask: Ask): Promise<void> {
  const all = await read(ask);
  expect(new Set(all).size).toBe(110);
  // Straight to a page, and twice: it is what it was among all of them.
  expect(await ask(5)).toEqual(all.slice(80, 100));
  expect(await ask(5)).toEqual(all.slice(80, 100));

  const shown = await read(ask, 1, 4);
  const gone = [...all.slice(2, 4), ...all.slice(85, 87)];
  await remove(gone);
  const left = all.filter((title) => !gone.includes(title));
  // Nobody who reads on misses what moved up, and what was taken away is not there.
  expect([...shown, ...(await read(ask, 5))]).toEqual([...all.slice(0, 80), ...left.slice(78)]);
  expect(await read(ask)).toEqual(left);

  await hideChannelOf(deps.sql, nia.accountId, "staff");
  const ofMaya = left.filter((title) => Number(title.slice(5)) % 5 !== 0);
  expect(await ask(5)).toSatisfy((titles: string[]) => titles.every((title) => ofMaya.includes(title)));
  expect(await read(ask)).toEqual(ofMaya);
}

test.each(CATEGORY_SORTS)("whoever reads a category to its end, the %s first, sees each item once", async (sort) => {
  await expectOneReading(async (current_page) => {
    const query = { id: categoryId, sort, per_page: PAGE, current_page };
    return (await stage.visitor.call(categoryRoutes.contents, { query })).contents.map((card) => card.title);
  });
});

test("so does whoever reads what they follow", async () => {
  const leo = await stage.person("leo");
  for (const owner of [maya, nia]) await follow(leo, owner);
  await expectOneReading(async (current_page) => {
    const query = { per_page: PAGE, current_page };
    return (await leo.call(followRoutes.followingContents, { query })).contents.map((card) => card.title);
  });
});
