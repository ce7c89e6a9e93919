import { CHANNEL_HEADER } from "@app/contract/channel-roles";
import { contentRoutes } from "@app/contract/contents";
import { BULK_MAX, type BulkChange, HUB_MESSAGES, hubRoutes } from "@app/contract/hub";
import type { ContentId } from "@app/contract/ids";
import { describe, expect, test } from "vitest";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import { addMember } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { createCaller } from "#testing/caller.ts";
import type { NewItem } from "#testing/publish.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Individual" });
const swimming = await addCategory(testApp.deps.sql, {
  name: "Pool sports",
  slug: "pool",
  pictureKey: null,
  position: 2,
});

const ids: Record<string, ContentId> = {};
const items: Record<string, NewItem> = {
  "Café sprint": { tags: ["Höhe"] },
  "100 % effort": { visibility: "unlisted" },
  "Broken one": { state: "failed", fault: "The file is not a video." },
  "Slow one": { state: "processing" },
  "Without preview": {},
  "Team photos": { type: "image", categoryId: swimming },
  "Playbook, private": { type: "document", visibility: "private" },
  "Next week": { visibility: "private" },
  "Taken down": { tags: ["🏈"] },
};
for (const [title, more] of Object.entries(items)) ids[title] = (await testApp.publishes(maya, title, more)).id;
await testApp.publishes(nia, "Nia's own sprint");
await maya.call(contentRoutes.update, {
  params: { id: ids["Next week"] ?? "" },
  body: { publish_at: new Date(Date.now() + 3_600_000).toISOString() },
});
await testApp.deps.pool.query("update contents set hidden_at = now() where id = $1", [ids["Taken down"]]);
await testApp.deps.pool.query("update contents set fault = 'No preview.' where id = $1", [ids["Without preview"]]);
await testApp.deps.pool.query("update contents set total_views = 7 where id = $1", [ids["Team photos"]]);

type Query = Parameters<typeof maya.call<typeof hubRoutes.list>>[1];
const titles = async (query: NonNullable<Query>["query"]) =>
  (await maya.call(hubRoutes.list, { query: query ?? {} })).contents.map((item) => item.title);

describe("a member's own content", () => {
  test("is listed in every state, with the fields that only its owner sees", async () => {
    const { contents, pagination } = await maya.call(hubRoutes.list);
    expect(contents.map((item) => item.title)).toEqual(Object.keys(ids).toReversed());
    expect(pagination).toEqual({ current_page: 1, per_page: 12, total: 9, last_page: 1 });
    const of = (title: string) => contents.find((item) => item.title === title);
    expect(of("Broken one")).toMatchObject({ fault: "The file is not a video.", can: { retry: true } });
    expect(of("Without preview")).toMatchObject({ state: "ready", can: { retry: true } });
    expect(of("Next week")).toMatchObject({ visibility: "private", publish_at: expect.any(String) });
    expect(of("Taken down")).toMatchObject({ is_hidden: true });
  });

  test("shows members of the team why something failed and how far it is, also if they may not edit it", async () => {
    const club = await testApp.person("club", { plan: "Team" });
    await testApp.publishes(club, "Cut off", { state: "failed", fault: "The file is cut off." });
    const { id } = await testApp.publishes(club, "Uploading", { state: "processing" });
    await testApp.deps.pool.query("update contents set progress = 40 where id = $1", [id]);
    await inTransaction(testApp.deps.sql, (tx) =>
      addMember(tx, { id: club.channelId, account: nia.accountId }, "uploader"),
    );
    const uploader = createCaller(testApp.origin, nia.token, { [CHANNEL_HEADER]: club.channelId });
    expect((await uploader.call(hubRoutes.list)).contents).toMatchObject([
      { title: "Uploading", progress: 40, can: { edit: false } },
      { title: "Cut off", fault: "The file is cut off.", can: { edit: false, retry: false } },
    ]);
  });

  test.each([
    ["by a word, whatever its case and accents", { search: "CAFE" }, ["Café sprint"]],
    ["by a tag", { search: "hohe" }, ["Café sprint"]],
    ["by a sign that means something in SQL", { search: "100 %" }, ["100 % effort"]],
    ["by a sign alone", { search: "%" }, ["100 % effort"]],
    ["by an emoji", { search: "🏈" }, ["Taken down"]],
    ["by an emoji that is nowhere", { search: "🏀" }, []],
    ["by a word that is nowhere", { search: "rugby" }, []],
    ["by type", { type: "image" }, ["Team photos"]],
    ["that failed, or lacks a part", { state: "failed" }, ["Without preview", "Broken one"]],
    ["that is processed", { state: "processing" }, ["Slow one"]],
    ["that is scheduled", { state: "scheduled" }, ["Next week"]],
    ["that is hidden", { state: "hidden" }, ["Taken down"]],
    ["that is unlisted", { visibility: "unlisted" }, ["100 % effort"]],
    ["of a category", { category: swimming }, ["Team photos"]],
    ["by two filters", { type: "document", visibility: "private" }, ["Playbook, private"]],
  ] as const)("is found %s", async (_, query, found) => {
    expect(await titles(query)).toEqual(found);
  });

  test("is sorted by date, views and title", async () => {
    expect((await titles({ sort: "oldest" }))[0]).toBe("Café sprint");
    expect((await titles({ sort: "views" }))[0]).toBe("Team photos");
    expect(await titles({ sort: "title", per_page: 3 })).toEqual(["100 % effort", "Broken one", "Café sprint"]);
  });

  test("is paged", async () => {
    const { contents, pagination } = await maya.call(hubRoutes.list, { query: { per_page: 3, current_page: 3 } });
    expect(contents.map((item) => item.title)).toEqual(["Broken one", "100 % effort", "Café sprint"]);
    expect(pagination).toMatchObject({ current_page: 3, total: 9, last_page: 3 });
  });

  test("refuses filters that do not exist", async () => {
    for (const query of ["state=deleted", "visibility=secret", "sort=random", "type=audio", "category=x"])
      expect((await maya.send("GET", `/api/v1/hub-contents?${query}`)).status).toBe(422);
  });
});

describe("changing several items", () => {
  const publishThree = async () =>
    Promise.all(["One", "Two", "Three"].map(async (title) => (await testApp.publishes(maya, title)).id));
  const change = (named: readonly ContentId[], how: BulkChange) =>
    maya.call(hubRoutes.change, { body: { ids: [...named], change: how } });

  test("gives each its own result, and a failing one does not stop the others", async () => {
    const [one, two] = await publishThree();
    const foreign = await testApp.publishes(nia, "Not mine");
    const results = await change([one as ContentId, foreign.id, two as ContentId], {
      kind: "visibility",
      visibility: "unlisted",
    });
    expect(results).toEqual([
      { id: one, ok: true, message: null },
      { id: foreign.id, ok: false, message: HUB_MESSAGES.gone },
      { id: two, ok: true, message: null },
    ]);
    expect(await nia.call(contentRoutes.one, { params: { id: foreign.id } })).toMatchObject({ visibility: "public" });
    expect(await maya.call(contentRoutes.one, { params: { id: one ?? "" } })).toMatchObject({
      visibility: "unlisted",
      revision: 1,
    });
  });

  test("moves them to another category", async () => {
    const named = await publishThree();
    await change(named, { kind: "category", category_id: swimming });
    expect((await titles({ category: swimming })).toSorted()).toEqual(["One", "Team photos", "Three", "Two"]);
    const refused = await maya.refused(hubRoutes.change, {
      body: { ids: named, change: { kind: "category", category_id: 999_999 } },
    });
    expect(refused).toMatchObject({ code: 422, errors: { category_id: [expect.any(String)] } });
  });

  test("deletes them, and brings them back", async () => {
    const named = await publishThree();
    expect((await change(named, { kind: "delete" })).every(({ ok }) => ok)).toBe(true);
    expect((await change(named, { kind: "delete" })).every(({ ok }) => ok)).toBe(false);
    expect((await maya.send("GET", `/api/v1/content/${named[0]}`)).status).toBe(404);
    expect((await change(named, { kind: "undelete" })).every(({ ok }) => ok)).toBe(true);
    expect((await maya.send("GET", `/api/v1/content/${named[0]}`)).status).toBe(200);
  });

  test("two concurrent requests are both applied to every item", async () => {
    const named = await publishThree();
    await Promise.all([
      change(named, { kind: "visibility", visibility: "private" }),
      change(named.toReversed(), { kind: "category", category_id: swimming }),
    ]);
    for (const id of named)
      expect(await maya.call(contentRoutes.one, { params: { id } })).toMatchObject({
        visibility: "private",
        category: { id: swimming },
        revision: 2,
      });
  });

  test("takes 1 to 100 items, without duplicates", async () => {
    const many = Array.from({ length: BULK_MAX + 1 }, () => crypto.randomUUID());
    const [first] = many;
    const change = { kind: "delete" };
    for (const wrong of [[], many, [first, first], ["x"], "x"])
      expect((await maya.send("POST", "/api/v1/hub-contents", { body: { ids: wrong, change } })).status).toBe(422);
    const body = { ids: many.slice(1), change };
    expect((await maya.send("POST", "/api/v1/hub-contents", { body })).status).toBe(200);
    for (const how of [{ kind: "purge" }, { kind: "visibility" }, { kind: "delete", visibility: "public" }])
      expect((await maya.send("POST", "/api/v1/hub-contents", { body: { ids: [first], change: how } })).status).toBe(
        422,
      );
  });
});
