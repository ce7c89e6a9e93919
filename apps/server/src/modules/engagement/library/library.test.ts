import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { libraryRoutes } from "@app/contract/library";
import { preferenceRoutes } from "@app/contract/preferences";
import { reactionRoutes } from "@app/contract/reactions";
import { viewRoutes } from "@app/contract/views";
import { describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { selectPosition, upsertHistory } from "./library.sql.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });

const watch = (person: TestPerson, id: ContentId) =>
  person.call(viewRoutes.add, { params: { id }, body: { watched_s: 60 } });
const stopAt = (person: TestPerson, id: ContentId, positionMs: number) =>
  upsertHistory(deps.sql, [{ accountId: person.accountId, contentId: id, positionMs }]);
const titles = async (person: TestPerson, search = "") =>
  (await person.call(libraryRoutes.history, { query: { search } })).contents.map((card) => card.title);

describe("the watch history", () => {
  test("lists watched items with their position, last watched first, and moves up an item watched again", async () => {
    const leo = await testApp.person("leo");
    const [a, b] = [await testApp.publishes(maya, "Heat one"), await testApp.publishes(maya, "Heat two")];
    await watch(leo, a.id);
    await watch(leo, b.id);
    expect(await titles(leo)).toEqual(["Heat two", "Heat one"]);
    await stopAt(leo, a.id, 12_500);
    await watch(leo, a.id);
    const { contents } = await leo.call(libraryRoutes.history);
    expect(contents.map((card) => [card.title, card.resume_at_s])).toEqual([
      ["Heat one", 12.5],
      ["Heat two", null],
    ]);
  });

  test("belongs to one person: another one sees and erases only their own", async () => {
    const [ana, bea] = [await testApp.person("ana"), await testApp.person("bea")];
    const { id } = await testApp.publishes(maya, "Final");
    await Promise.all([watch(ana, id), watch(bea, id)]);
    await bea.call(libraryRoutes.clearHistory);
    await bea.call(libraryRoutes.removeFromHistory, { params: { id } });
    expect([await titles(ana), await titles(bea)]).toEqual([["Final"], []]);
    expect((await testApp.visitor.send("GET", "/api/v1/my-history")).status).toBe(401);
    const { pagination } = await ana.call(libraryRoutes.history, { query: { per_page: 1 } });
    expect(pagination.total).toBe(1);
  });

  test("is erased item by item and as a whole, which also deletes the position", async () => {
    const cleo = await testApp.person("cleo");
    const [a, b] = [await testApp.publishes(maya, "Left"), await testApp.publishes(maya, "Right")];
    await Promise.all([stopAt(cleo, a.id, 5_000), stopAt(cleo, b.id, 6_000)]);
    await cleo.call(libraryRoutes.removeFromHistory, { params: { id: a.id } });
    expect(await titles(cleo)).toEqual(["Right"]);
    expect(await selectPosition(deps.sql, cleo.accountId, a.id)).toBe(0);
    await cleo.call(libraryRoutes.clearHistory);
    expect(await titles(cleo)).toEqual([]);
  });

  test("can be switched off: nothing is added or resumed until it is switched on again", async () => {
    const dora = await testApp.person("dora");
    const [a, b] = [await testApp.publishes(maya, "Before"), await testApp.publishes(maya, "While off")];
    await stopAt(dora, a.id, 9_000);
    const off = await dora.call(preferenceRoutes.setPrivacy, { body: { keeps_history: false } });
    expect(off.keeps_history).toBe(false);
    await watch(dora, b.id);
    await stopAt(dora, a.id, 20_000);
    expect(await titles(dora)).toEqual(["Before"]);
    expect(await selectPosition(deps.sql, dora.accountId, a.id)).toBeNull();
    await dora.call(preferenceRoutes.setPrivacy, { body: { keeps_history: true } });
    expect(await selectPosition(deps.sql, dora.accountId, a.id)).toBe(9_000);
  });

  test("is searched by title and channel, ignoring case and accents", async () => {
    const eli = await testApp.person("eli");
    const zoe = await testApp.person("zoe", { plan: "Team" });
    for (const title of ["Día de regata", "100% effort"]) await watch(eli, (await testApp.publishes(maya, title)).id);
    await watch(eli, (await testApp.publishes(zoe, "Warm-up")).id);
    expect(await titles(eli, "dia de REG")).toEqual(["Día de regata"]);
    expect(await titles(eli, "zoe's")).toEqual(["Warm-up"]);
    expect(await titles(eli, "%")).toEqual([]);
    expect(await titles(eli, "rowing machine")).toEqual([]);
    const tooLong = await eli.refused(libraryRoutes.history, { query: { search: "x".repeat(101) } });
    expect(tooLong.code).toBe(422);
  });

  test("leaves out what the member may no longer see, and keeps pages full", async () => {
    const flo = await testApp.person("flo");
    const items: { id: ContentId }[] = [];
    for (let at = 1; at <= 6; at++) items.push(await testApp.publishes(maya, `Race ${at}`));
    for (const { id } of items) await watch(flo, id);
    const hide = (at: number, set: string) =>
      deps.pool.query(`update contents set ${set} where id = $1`, [items[at]?.id]);
    await hide(0, "visibility = 'unlisted'");
    await hide(2, "visibility = 'private'");
    await hide(3, "hidden_at = now()");
    await maya.call(contentRoutes.remove, { params: { id: items[4]?.id ?? "" }, body: {} });
    const first = await flo.call(libraryRoutes.history, { query: { per_page: 2 } });
    const next = first.pagination.next ?? "";
    const second = await flo.call(libraryRoutes.history, { query: { per_page: 2, cursor: next } });
    expect([...first.contents, ...second.contents].map((card) => card.title)).toEqual(["Race 6", "Race 2", "Race 1"]);
    expect([first.pagination.total, second.pagination.next]).toEqual([3, null]);
    const stranger = await testApp.person("gus");
    expect((await stranger.refused(libraryRoutes.history, { query: { cursor: next } })).code).toBe(422);
    expect((await flo.refused(libraryRoutes.liked, { query: { cursor: next } })).code).toBe(422);
  });
});

test("liked and saved items are separate lists, most recent first, with the position from the history", async () => {
  const hal = await testApp.person("hal");
  const [a, b] = [await testApp.publishes(maya, "One"), await testApp.publishes(maya, "Two", { type: "image" })];
  for (const { id } of [a, b]) {
    await hal.call(reactionRoutes.like, { params: { id }, body: { liked: true } });
    await hal.call(reactionRoutes.save, { params: { id }, body: { saved: true } });
  }
  await stopAt(hal, a.id, 30_000);
  await hal.call(reactionRoutes.like, { params: { id: b.id }, body: { liked: false } });
  const liked = await hal.call(libraryRoutes.liked);
  expect(liked.contents.map((card) => [card.title, card.resume_at_s])).toEqual([["One", 30]]);
  const saved = await hal.call(libraryRoutes.saved);
  expect(saved.contents.map((card) => [card.title, card.type])).toEqual([
    ["Two", "image"],
    ["One", "video"],
  ]);
});
