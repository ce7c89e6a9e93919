import type { ContentId } from "@app/contract/ids";
import { libraryRoutes } from "@app/contract/library";
import { toItemRoom } from "@app/contract/live";
import { notificationRoutes } from "@app/contract/notifications";
import { reactionRoutes } from "@app/contract/reactions";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { joinLive } from "#testing/live-client.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { eraseReactionsOf, flushLikeCounts } from "./reactions.service.ts";
import { insertLike } from "./reactions.sql.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const publish = () => testApp.publishes(maya, "Regatta");

const like = (person: TestPerson, id: ContentId, liked = true) =>
  person.call(reactionRoutes.like, { params: { id }, body: { liked } });
const save = (person: TestPerson, id: ContentId, saved = true) =>
  person.call(reactionRoutes.save, { params: { id }, body: { saved } });

/** The stored total, and the likes that lists are ranked by, newest hour first. */
async function stored(id: ContentId): Promise<{ total: number; hours: number[] }> {
  const { rows } = await deps.pool.query(
    `select total_likes as total, array(
       select likes from content_hourly_stats where content_id = i.id order by hour desc) as hours
     from contents i where id = $1`,
    [id],
  );
  return rows[0];
}

describe("a like", () => {
  test("shows at once, is stored within about a second, and can be taken back", async () => {
    const { id } = await publish();
    const [leo, ana] = [await testApp.person("leo"), await testApp.person("ana")];
    expect(await like(leo, id)).toEqual({ liked: true, saved: false, total_likes: 1 });
    expect(await like(ana, id)).toEqual({ liked: true, saved: false, total_likes: 2 });
    await expect.poll(() => stored(id), { interval: 50 }).toEqual({ total: 2, hours: [2] });
    expect(await like(leo, id, false)).toEqual({ liked: false, saved: false, total_likes: 1 });
    expect(await ana.call(reactionRoutes.one, { params: { id } })).toEqual({
      liked: true,
      saved: false,
      total_likes: 1,
    });
    await flushLikeCounts(deps);
    expect(await stored(id)).toEqual({ total: 1, hours: [1] });
    const { rows } = await deps.pool.query("select from content_likes where account_id = $1", [leo.accountId]);
    expect(rows).toEqual([]);
  });

  test("can be taken back from everything at once, and the likes of others stay", async () => {
    const [one, other] = [await publish(), await publish()];
    const [pia, tom] = [await testApp.person("pia"), await testApp.person("tom")];
    for (const item of [one, other]) await like(pia, item.id);
    await like(tom, one.id);
    await flushLikeCounts(deps);
    const late = await publish();
    await Promise.all([like(pia, late.id), save(pia, one.id)]);
    await Promise.all([pia.call(reactionRoutes.clearLikes), pia.call(reactionRoutes.clearLikes)]);
    await flushLikeCounts(deps);
    expect((await pia.call(libraryRoutes.liked, { query: {} })).contents).toEqual([]);
    expect((await pia.call(libraryRoutes.saved, { query: {} })).contents).toHaveLength(1);
    const totals = await Promise.all([one, other, late].map(async ({ id }) => (await stored(id)).total));
    expect(totals).toEqual([1, 0, 0]);
    await like(pia, one.id);
    await flushLikeCounts(deps);
    expect((await stored(one.id)).total).toBe(2);
    await save(tom, one.id);
    await pia.call(reactionRoutes.clearSaves);
    expect((await pia.call(libraryRoutes.saved, { query: {} })).contents).toEqual([]);
    expect((await tom.call(libraryRoutes.saved, { query: {} })).contents).toHaveLength(1);
  });

  test("counts once however often somebody clicks, and the last click of fifty wins", async () => {
    const { id } = await publish();
    const bea = await testApp.person("bea");
    await Promise.all(Array.from({ length: 50 }, (_, at) => like(bea, id, at % 3 !== 0)));
    await flushLikeCounts(deps);
    expect(await like(bea, id)).toMatchObject({ liked: true, total_likes: 1 });
    await Promise.all([flushLikeCounts(deps), flushLikeCounts(deps), like(bea, id)]);
    expect(await stored(id)).toEqual({ total: 1, hours: [1] });
    await like(bea, id, false);
    await like(bea, id, false);
    await flushLikeCounts(deps);
    expect(await stored(id)).toEqual({ total: 0, hours: [0] });
  });

  test("is sent to the item's open pages", async () => {
    const { id } = await publish();
    const kai = await testApp.person("kai");
    const page = await joinLive(testApp.origin, kai, kai.accountId, {
      origin: deps.config.publicUrl,
      room: toItemRoom(id),
    });
    await page.next("pusher_internal:subscription_succeeded");
    await like(await testApp.person("lou"), id);
    expect(await page.next("likes.changed")).toMatchObject({ channel: toItemRoom(id), data: {} });
  });

  test("of many people at the same moment counts each of them", async () => {
    const { id } = await publish();
    const fans = await Promise.all(Array.from({ length: 12 }, (_, at) => testApp.person(`fan_${at}`)));
    await Promise.all([...fans.map((fan) => like(fan, id)), flushLikeCounts(deps), flushLikeCounts(deps)]);
    await flushLikeCounts(deps);
    expect(await stored(id)).toEqual({ total: 12, hours: [12] });
  });

  test("of the owner counts, but not for what lists are ranked by", async () => {
    const { id } = await publish();
    expect(await like(maya, id)).toMatchObject({ liked: true, total_likes: 1 });
    await flushLikeCounts(deps);
    expect(await stored(id)).toEqual({ total: 1, hours: [] });
  });

  test("is taken back from the hour in which it was made", async () => {
    const { id } = await publish();
    const cleo = await testApp.person("cleo");
    await like(cleo, id);
    await deps.pool.query("update content_likes set created_at = now() - interval '3 hours' where content_id = $1", [
      id,
    ]);
    await flushLikeCounts(deps);
    await like(await testApp.person("dora"), id);
    await flushLikeCounts(deps);
    expect((await stored(id)).hours).toEqual([1, 1]);
    await like(cleo, id, false);
    await flushLikeCounts(deps);
    expect((await stored(id)).hours).toEqual([1, 0]);
  });

  test("is stored when the server stops, and corrected by a job after a kill", async () => {
    const { id } = await publish();
    await like(await testApp.person("hugo"), id);
    await testApp.restart();
    expect((await stored(id)).total).toBe(1);
    const iris = await testApp.person("iris");
    await deps.pool.query("insert into content_likes (account_id, content_id) values ($1, $2)", [iris.accountId, id]);
    await deps.pool.query("select graphile_worker.add_job('likes:recount', '{}')");
    await testApp.settle();
    expect((await stored(id)).total).toBe(2);
  });

  test("is refused for what the member cannot see, and can still be taken back from it", async () => {
    const { id } = await publish();
    const joy = await testApp.person("joy");
    await like(joy, id);
    await deps.pool.query("update contents set visibility = 'private' where id = $1", [id]);
    const params = { id };
    expect((await joy.refused(reactionRoutes.one, { params })).code).toBe(404);
    expect((await joy.refused(reactionRoutes.like, { params, body: { liked: true } })).code).toBe(404);
    expect((await joy.refused(reactionRoutes.save, { params, body: { saved: true } })).code).toBe(404);
    expect(await like(joy, id, false)).toMatchObject({ liked: false });
    expect((await joy.refused(reactionRoutes.like, { params, body: { liked: false } })).code).toBe(404);
    for (const body of [{}, { liked: "yes" }, { liked: true, total_likes: 9 }])
      expect((await joy.send("POST", `/api/v1/content/${id}/like`, { body })).status).toBe(422);
  });
});

test("saving an item puts it on the member's list once, and removing it is final", async () => {
  const { id } = await publish();
  const kit = await testApp.person("kit");
  await Promise.all([save(kit, id), save(kit, id), save(kit, id)]);
  expect(await save(kit, id)).toEqual({ liked: false, saved: true, total_likes: 0 });
  expect((await kit.call(libraryRoutes.saved)).contents.map((card) => card.id)).toEqual([id]);
  expect(await save(kit, id, false)).toMatchObject({ saved: false });
  expect(await save(kit, id, false)).toMatchObject({ saved: false });
  expect((await kit.call(libraryRoutes.saved)).contents).toEqual([]);
});

test("erasing an account takes its likes out of the totals, once", async () => {
  const { id } = await publish();
  const [liv, mo] = [await testApp.person("liv"), await testApp.person("mo_")];
  await Promise.all([like(liv, id), like(mo, id)]);
  await flushLikeCounts(deps);
  for (let time = 0; time < 2; time++) await inTransaction(deps.sql, (tx) => eraseReactionsOf(tx, liv.accountId));
  await flushLikeCounts(deps);
  expect(await stored(id)).toEqual({ total: 1, hours: [1] });
});

test("erasing an account leaves the new likes of others for the next flush, which notifies of them", async () => {
  const owner = await testApp.person("ola", { plan: "Individual" });
  const { id } = await testApp.publishes(owner, "Regatta");
  const [liv, mo] = [await testApp.person("liv_too"), await testApp.person("mo_too")];
  await like(liv, id);
  await flushLikeCounts(deps);
  await inTransaction(deps.sql, async (tx) => {
    await insertLike(tx, { accountId: mo.accountId, contentId: id });
    await eraseReactionsOf(tx, liv.accountId);
  });
  await flushLikeCounts(deps);
  const { notifications } = await owner.call(notificationRoutes.list, { query: {} });
  expect(notifications.map(({ data }) => data.username)).toEqual([mo.name]);
  expect(await stored(id)).toEqual({ total: 1, hours: [1] });
});
