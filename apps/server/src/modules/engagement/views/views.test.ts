import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { viewRoutes } from "@app/contract/views";
import { describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import type { NewItem } from "#testing/publish.ts";
import { createTestApp } from "#testing/test-app.ts";
import { flushViewCounts } from "./views.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });

const publish = (more: NewItem = {}) => testApp.publishes(maya, "Regatta", more);

function watch(person: TestPerson, id: ContentId, watched_s = 10) {
  return person.call(viewRoutes.add, { params: { id }, body: { watched_s } });
}

async function isRefused(person: TestPerson, id: ContentId, watched_s: number) {
  return (await person.refused(viewRoutes.add, { params: { id }, body: { watched_s } })).code;
}

/** The total that lists show, and the sum of the hourly stats that trending reads. */
async function stored(id: ContentId): Promise<{ total: number; hours: number }> {
  const { rows } = await deps.pool.query(
    `select total_views::int as total, coalesce((select sum(views) from content_hourly_stats where content_id = id), 0)::int as hours
     from contents where id = $1`,
    [id],
  );
  return rows[0];
}

describe("a view", () => {
  test("counts after ten seconds, for a signed-in viewer only", async () => {
    const { id } = await publish({ lengthMs: 600_000 });
    const fan = await testApp.person("fan");
    expect(await isRefused(fan, id, 9)).toBe(422);
    expect(await watch(fan, id, 10)).toEqual({ counted: true, total_views: 1 });
    const reply = await testApp.visitor.send("POST", `/api/v1/content/${id}/view`, { body: { watched_s: 10 } });
    expect(reply.status).toBe(401);
  });

  test("names its viewer for a day only, and the totals stay", async () => {
    const { id } = await publish();
    const [early, late] = [await testApp.person("early"), await testApp.person("late")];
    await watch(early, id);
    await watch(late, id);
    await flushViewCounts(deps);
    await deps.pool.query("update views set viewed_at = now() - interval '25 hours' where viewer_id = $1", [
      early.accountId,
    ]);
    await deps.pool.query("select graphile_worker.add_job('views:purge', '{}')");
    await testApp.settle();
    const { rows } = await deps.pool.query("select viewer_id from views where content_id = $1", [id]);
    expect(rows).toEqual([{ viewer_id: late.accountId }]);
    expect(await stored(id)).toEqual({ total: 2, hours: 2 });
    expect(await watch(late, id)).toEqual({ counted: false, total_views: 2 });
    expect(await watch(early, id)).toEqual({ counted: true, total_views: 3 });
  });

  test.each([
    ["half of a shorter video", { lengthMs: 8_000 }, 3, 4],
    ["half of a very short one", { lengthMs: 1_000 }, 0, 0.5],
    ["ten seconds of a video of twenty", { lengthMs: 20_000 }, 9, 10],
    ["three seconds of a picture", { type: "image" }, 2, 3],
    ["three seconds of a document", { type: "document" }, 2, 3],
  ] as const)("needs %s", async (_, item, tooShortS, enoughS) => {
    const { id } = await publish(item);
    const viewer = await testApp.person(`v${Math.random().toString(36).slice(2, 12)}`);
    const refusal = await viewer.refused(viewRoutes.add, { params: { id }, body: { watched_s: tooShortS } });
    expect(refusal).toMatchObject({ code: 422, errors: { watched_s: [expect.any(String)] } });
    expect((await watch(viewer, id, enoughS)).counted).toBe(true);
  });

  test("never counts for the owner, however often", async () => {
    const { id } = await publish();
    expect(await watch(maya, id)).toEqual({ counted: false, total_views: 0 });
    await flushViewCounts(deps);
    expect(await stored(id)).toEqual({ total: 0, hours: 0 });
  });

  test("counts once per person and item in 24 hours, on any number of devices, and again after that", async () => {
    const { id } = await publish();
    const other = await publish();
    const fan = await testApp.person("bea");
    expect((await watch(fan, id)).counted).toBe(true);
    expect(await watch(fan, id)).toEqual({ counted: false, total_views: 1 });
    const phone = await fan.onAnotherDevice();
    const again = await phone.call(viewRoutes.add, { params: { id }, body: { watched_s: 10 } });
    expect(again).toEqual({ counted: false, total_views: 1 });
    expect((await watch(fan, other.id)).counted).toBe(true);
    await flushViewCounts(deps);
    await deps.pool.query(
      "update views set viewed_at = viewed_at - interval '23 hours 59 minutes' where content_id = $1",
      [id],
    );
    expect((await watch(fan, id)).counted).toBe(false);
    await deps.pool.query("update views set viewed_at = viewed_at - interval '1 minute' where content_id = $1", [id]);
    expect(await watch(fan, id)).toEqual({ counted: true, total_views: 2 });
    await flushViewCounts(deps);
    expect(await stored(id)).toEqual({ total: 2, hours: 2 });
  });

  test("counts once when sent many times at once", async () => {
    const { id } = await publish();
    const fan = await testApp.person("cleo");
    const replies = await Promise.all(Array.from({ length: 8 }, () => watch(fan, id)));
    expect(replies.filter((reply) => reply.counted)).toHaveLength(1);
    await flushViewCounts(deps);
    expect(await stored(id)).toEqual({ total: 1, hours: 1 });
  });

  test("answers 404 for an item the viewer cannot see, and 422 for a malformed duration", async () => {
    const fan = await testApp.person("dora");
    const hidden = await publish({ visibility: "private" });
    expect(await isRefused(fan, hidden.id, 10)).toBe(404);
    expect(await isRefused(fan, (await publish({ state: "processing" })).id, 10)).toBe(404);
    const { id } = await publish();
    for (const watched_s of [-1, 86_401, "10", null, Number.NaN]) {
      const reply = await fan.send("POST", `/api/v1/content/${id}/view`, { body: { watched_s } });
      expect([watched_s, reply.status]).toEqual([watched_s, 422]);
    }
    expect(await watch(fan, (await publish({ visibility: "unlisted" })).id)).toMatchObject({ counted: true });
  });
});

describe("totals", () => {
  test("include the viewer's own view at once, and are stored within about a second", async () => {
    const { id } = await publish();
    const fans = await Promise.all(["eli", "flo", "gus"].map((name) => testApp.person(name)));
    for (const [at, fan] of fans.entries()) expect((await watch(fan, id)).total_views).toBe(at + 1);
    await expect.poll(() => stored(id), { interval: 50 }).toEqual({ total: 3, hours: 3 });
    const item = await maya.call(contentRoutes.one, { params: { id } });
    expect(item.total_views).toBe(3);
    expect((await watch(await testApp.person("gwen"), id)).total_views).toBe(4);
  });

  test("are complete after the server stops", async () => {
    const { id } = await publish();
    await watch(await testApp.person("hugo"), id);
    expect((await stored(id)).total).toBe(0);
    await testApp.restart();
    expect(await stored(id)).toEqual({ total: 1, hours: 1 });
  });

  test("are corrected once by a job after a server was killed", async () => {
    const { id } = await publish();
    const fan = await testApp.person("iris");
    // The view is stored, and the server is killed before it flushes.
    await deps.pool.query("insert into views (content_id, viewer_id, viewed_at) values ($1, $2, now())", [
      id,
      fan.accountId,
    ]);
    for (let run = 0; run < 2; run++) {
      await deps.pool.query("select graphile_worker.add_job('views:recount', '{}')");
      await testApp.settle();
      expect(await stored(id)).toEqual({ total: 1, hours: 1 });
    }
  });

  test("stay correct when several servers flush at once, with each view in its own hour", async () => {
    const items = await Promise.all([publish(), publish(), publish()]);
    const viewers = await Promise.all(["joy", "kit", "liv", "mo_", "ned"].map((name) => testApp.person(name)));
    for (const { id } of items)
      for (const [at, viewer] of viewers.entries())
        await deps.pool.query(
          "insert into views (content_id, viewer_id, viewed_at) values ($1, $2, now() - make_interval(hours => $3))",
          [id, viewer.accountId, at % 2],
        );
    await Promise.all(Array.from({ length: 4 }, () => flushViewCounts(deps)));
    for (const { id } of items) {
      expect(await stored(id)).toEqual({ total: 5, hours: 5 });
      const { rows } = await deps.pool.query(
        "select views from content_hourly_stats where content_id = $1 order by hour desc",
        [id],
      );
      expect(rows.map((row) => row.views)).toEqual([3, 2]);
    }
  });
});
