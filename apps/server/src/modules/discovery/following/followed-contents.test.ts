import { FOLLOWING_CONTENTS_MAX, followRoutes } from "@app/contract/follows";
import { describe, expect, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/contents/hide-channel.service.ts";
import { recountContents } from "#modules/channels/channels/channels.service.ts";
import { follow, followMany } from "#testing/follow.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
let people = 0;

const earner = () => testApp.person(`earner${++people}`, { plan: "Individual" });
const fan = () => testApp.person(`fan${++people}`);

/** Inserts items without the usual side effects, which would keep the search busy. */
async function publishAtOnce(person: TestPerson, items: number): Promise<void> {
  const client = await deps.pool.connect();
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into contents (id, channel_id, type, title, category_id, visibility, state, published_at)
     select uuidv7(), $1, 'image', 'One of many', (select min(id) from categories), 'public', 'ready', now()
     from generate_series(1, $2::int)`,
    [person.channelId, items],
  );
  client.release(true);
}

describe("items of followed channels", () => {
  test("come newest first, of every type, page by page, without hidden ones", async () => {
    const [maya, nia, leo] = [await earner(), await earner(), await fan()];
    for (const person of [maya, nia]) await follow(leo, person);
    const titles: string[] = [];
    for (let n = 0; n < 5; n++) {
      titles.unshift(`Item ${n}`);
      await testApp.publishes(n % 2 ? maya : nia, `Item ${n}`, { type: n === 2 ? "image" : "video" });
    }
    await testApp.publishes(maya, "Private", { visibility: "private" });
    await testApp.publishes(maya, "Unlisted", { visibility: "unlisted" });
    await testApp.publishes(nia, "Not ready", { state: "processing", isPlayable: true });
    await testApp.publishes(await earner(), "Of somebody else");
    for (const person of [maya, nia]) await recountContents(deps.sql, person.channelId);

    const pages = [1, 2, 3, 4].map((page) => leo.send("GET", `/api/v1/get-following-contents?page=${page}&perPage=2`));
    const found = (await Promise.all(pages)).map((reply) => JSON.parse(reply.text).data);
    expect(found.flatMap((page) => page.contents.map((card: { title: string }) => card.title))).toEqual(titles);
    expect(found[0].pagination).toMatchObject({ current_page: 1, per_page: 2, total: 5, last_page: 3 });

    await hideChannelOf(deps.sql, nia.accountId, "staff");
    const left = await leo.call(followRoutes.followingContents);
    expect(left.contents.map((card) => card.title)).toEqual(["Item 3", "Item 1"]);
    expect(left.pagination.total).toBe(2);
  });

  test("are the same on every page, however unevenly the channels publish", async () => {
    const leo = await fan();
    const titles: string[] = [];
    const start = Date.now() - 86_400_000;
    for (const [at, items] of [81, 1, 0, 29, 2].entries()) {
      const owner = await earner();
      await follow(leo, owner);
      for (let n = 0; n < items; n++) {
        // The busiest channel publishes all its items in a row; the others publish before and after.
        const seconds = at === 0 ? 4_000 + n : n * 400;
        const publishedAt = new Date(start + seconds * 1_000 + at);
        titles.push(`${publishedAt.toISOString()} ${owner.name}`);
        await testApp.publishes(owner, `${publishedAt.toISOString()} ${owner.name}`, { publishedAt });
      }
      await recountContents(deps.sql, owner.channelId);
    }
    const found: string[] = [];
    for (let page = 1; page <= 15; page++) {
      const query = { current_page: page, per_page: 8 };
      const { contents, pagination } = await leo.call(followRoutes.followingContents, { query });
      expect(pagination).toMatchObject({ total: 113, last_page: 15 });
      found.push(...contents.map((card) => card.title));
    }
    expect(found).toEqual(titles.toSorted().toReversed());
  });

  test.each([210, 1_010])("are also found with %i followed channels, active or not", async (channels) => {
    const [maya, nia, leo] = [await earner(), await earner(), await fan()];
    await followMany(testApp.deps, leo, channels);
    for (const person of [maya, nia]) await follow(leo, person);
    const start = Date.parse("2026-01-05T12:00:00Z");
    for (let n = 0; n < 8; n++)
      await testApp.publishes(n % 2 ? maya : nia, `Old ${n}`, { publishedAt: new Date(start + n * 60_000) });
    await publishAtOnce(await earner(), 6_400);
    for (const person of [maya, nia]) await recountContents(deps.sql, person.channelId);
    const titles = async (current_page: number) => {
      const query = { current_page, per_page: 5 };
      const { contents, pagination } = await leo.call(followRoutes.followingContents, { query });
      return [pagination.total, ...contents.map((card) => card.title)];
    };
    const old = Array.from({ length: 8 }, (_, n) => `Old ${7 - n}`);
    expect(await titles(1)).toEqual([8, ...old.slice(0, 5)]);
    expect(await titles(2)).toEqual([8, ...old.slice(5)]);

    for (let n = 0; n < 6; n++) await testApp.publishes(maya, `New ${n}`);
    const fresh = Array.from({ length: 6 }, (_, n) => `New ${5 - n}`);
    expect(await titles(1)).toEqual([8, ...fresh.slice(0, 5)]);
    expect(await titles(2)).toEqual([8, ...fresh.slice(5), ...old.slice(0, 4)]);
    await deps.pool.query("delete from accounts where username like 'many%'");
  });

  test("end at the same limit for everybody", async () => {
    const leo = await fan();
    const deep = { current_page: Math.ceil(FOLLOWING_CONTENTS_MAX / 12) + 1, per_page: 12 };
    expect((await leo.call(followRoutes.followingContents, { query: deep })).contents).toEqual([]);
    expect((await leo.call(followRoutes.followingContents)).pagination).toMatchObject({ total: 0, last_page: 1 });
    expect((await testApp.visitor.refused(followRoutes.followingContents)).code).toBe(401);
  });
});
