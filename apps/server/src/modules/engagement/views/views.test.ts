import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { viewRoutes } from "@app/contract/views";
import { describe, expect, test } from "vitest";
import type { StagePerson } from "#testing/people.ts";
import type { NewItem } from "#testing/publish.ts";
import { openStage } from "#testing/stage.ts";
import { countNewViews } from "./count-views.service.ts";

const stage = await openStage();
const { deps } = stage;
const maya = await stage.person("maya", { plan: "Individual" });

const publish = (more: NewItem = {}) => stage.publishes(maya, "Regatta", more);

function watch(person: StagePerson, id: ContentId, watched_s = 10) {
  return person.call(viewRoutes.add, { params: { id }, body: { watched_s } });
}

async function isRefused(person: StagePerson, id: ContentId, watched_s: number) {
  return (await person.refused(viewRoutes.add, { params: { id }, body: { watched_s } })).code;
}

/** What the lists show, and the hours that the trending formula reads. */
async function stored(id: ContentId): Promise<{ total: number; hours: number }> {
  const { rows } = await deps.pool.query(
    `select total_views::int as total, coalesce((select sum(views) from content_hours where content_id = id), 0)::int as hours
     from contents where id = $1`,
    [id],
  );
  return rows[0];
}

describe("a view", () => {
  test("counts once ten seconds were watched, for whoever is signed in", async () => {
    const { id } = await publish({ lengthMs: 600_000 });
    const fan = await stage.person("fan");
    expect(await isRefused(fan, id, 9)).toBe(422);
    expect(await watch(fan, id, 10)).toEqual({ counted: true, total_views: 1 });
    const reply = await stage.visitor.send("POST", `/api/v1/content/${id}/view`, { body: { watched_s: 10 } });
    expect(reply.status).toBe(401);
  });

  test.each([
    ["half of a shorter video", { lengthMs: 8_000 }, 3, 4],
    ["half of a very short one", { lengthMs: 1_000 }, 0, 0.5],
    ["ten seconds of one of twenty", { lengthMs: 20_000 }, 9, 10],
    ["three seconds of a picture", { type: "image" }, 2, 3],
    ["three seconds of a document", { type: "document" }, 2, 3],
  ] as const)("needs %s", async (_, item, tooShortS, enoughS) => {
    const { id } = await publish(item);
    const viewer = await stage.person(`v${Math.random().toString(36).slice(2, 12)}`);
    const refusal = await viewer.refused(viewRoutes.add, { params: { id }, body: { watched_s: tooShortS } });
    expect(refusal).toMatchObject({ code: 422, errors: { watched_s: [expect.any(String)] } });
    expect((await watch(viewer, id, enoughS)).counted).toBe(true);
  });

  test("never counts for the owner, however often", async () => {
    const { id } = await publish();
    expect(await watch(maya, id)).toEqual({ counted: false, total_views: 0 });
    await countNewViews(deps);
    expect(await stored(id)).toEqual({ total: 0, hours: 0 });
  });

  test("counts once a person and item in 24 hours, on however many devices, and once more after them", async () => {
    const { id } = await publish();
    const other = await publish();
    const fan = await stage.person("bea");
    expect((await watch(fan, id)).counted).toBe(true);
    expect(await watch(fan, id)).toEqual({ counted: false, total_views: 1 });
    const phone = await fan.onAnotherDevice();
    const again = await phone.call(viewRoutes.add, { params: { id }, body: { watched_s: 10 } });
    expect(again).toEqual({ counted: false, total_views: 1 });
    expect((await watch(fan, other.id)).counted).toBe(true);
    await countNewViews(deps);
    await deps.pool.query(
      "update views set viewed_at = viewed_at - interval '23 hours 59 minutes' where content_id = $1",
      [id],
    );
    expect((await watch(fan, id)).counted).toBe(false);
    await deps.pool.query("update views set viewed_at = viewed_at - interval '1 minute' where content_id = $1", [id]);
    expect(await watch(fan, id)).toEqual({ counted: true, total_views: 2 });
    await countNewViews(deps);
    expect(await stored(id)).toEqual({ total: 2, hours: 2 });
  });

  test("sent many times at once counts once", async () => {
    const { id } = await publish();
    const fan = await stage.person("cleo");
    const replies = await Promise.all(Array.from({ length: 8 }, () => watch(fan, id)));
    expect(replies.filter((reply) => reply.counted)).toHaveLength(1);
    await countNewViews(deps);
    expect(await stored(id)).toEqual({ total: 1, hours: 1 });
  });

  test("of an item that one may not see is not found, and nonsense is named", async () => {
    const fan = await stage.person("dora");
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
  test("are told to the viewer at once, and stored for everybody within about a second", async () => {
    const { id } = await publish();
    const fans = await Promise.all(["eli", "flo", "gus"].map((name) => stage.person(name)));
    for (const [at, fan] of fans.entries()) expect((await watch(fan, id)).total_views).toBe(at + 1);
    await expect.poll(() => stored(id), { timeout: 5_000, interval: 50 }).toEqual({ total: 3, hours: 3 });
    const item = await maya.call(contentRoutes.one, { params: { id } });
    expect(item.total_views).toBe(3);
    expect((await watch(await stage.person("gwen"), id)).total_views).toBe(4);
  });

  test("are whole when the server is stopped", async () => {
    const { id } = await publish();
    await watch(await stage.person("hugo"), id);
    expect((await stored(id)).total).toBe(0);
    await stage.restart();
    expect(await stored(id)).toEqual({ total: 1, hours: 1 });
  });

  test("are made true by a job after a server was killed, and only once", async () => {
    const { id } = await publish();
    const fan = await stage.person("iris");
    // Written, and the server is gone before it could count.
    await deps.pool.query("insert into views (content_id, viewer_id, viewed_at) values ($1, $2, now())", [
      id,
      fan.accountId,
    ]);
    for (let run = 0; run < 2; run++) {
      await deps.pool.query("select graphile_worker.add_job('views:recount', '{}')");
      await stage.settle();
      expect(await stored(id)).toEqual({ total: 1, hours: 1 });
    }
  });

  test("stay true when several servers count at once, each view in the hour it was made in", async () => {
    const items = await Promise.all([publish(), publish(), publish()]);
    const viewers = await Promise.all(["joy", "kit", "liv", "mo_", "ned"].map((name) => stage.person(name)));
    for (const { id } of items)
      for (const [at, viewer] of viewers.entries())
        await deps.pool.query(
          "insert into views (content_id, viewer_id, viewed_at) values ($1, $2, now() - make_interval(hours => $3))",
          [id, viewer.accountId, at % 2],
        );
    await Promise.all(Array.from({ length: 4 }, () => countNewViews(deps)));
    for (const { id } of items) {
      expect(await stored(id)).toEqual({ total: 5, hours: 5 });
      const { rows } = await deps.pool.query(
        "select views from content_hours where content_id = $1 order by hour desc",
        [id],
      );
      expect(rows.map((row) => row.views)).toEqual([3, 2]);
    }
  });
});
