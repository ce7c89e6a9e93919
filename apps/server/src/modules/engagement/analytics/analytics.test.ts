import { randomUUID } from "node:crypto";
import { ANALYTICS_ITEMS_MAX, analyticsRoutes } from "@app/contract/analytics";
import { followRoutes } from "@app/contract/follows";
import type { ContentId } from "@app/contract/ids";
import { libraryRoutes } from "@app/contract/library";
import { preferenceRoutes } from "@app/contract/preferences";
import { reactionRoutes } from "@app/contract/reactions";
import { playbackRoutes, viewRoutes } from "@app/contract/views";
import { describe, expect, test } from "vitest";
import { flushLikeCounts } from "#modules/engagement/reactions/reactions.service.ts";
import { flushViewCounts } from "#modules/engagement/views/views.service.ts";
import { inTransaction, LOCKS, lockTransaction } from "#platform/db/database.ts";
import { countWaiting } from "#testing/count-waiting.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const publish = (owner = maya) => testApp.publishes(owner, "Regatta", { lengthMs: 100_000 });

type Visit = { ticket: string; session: string };

async function open(person: TestPerson, id: ContentId): Promise<Visit> {
  const { ticket } = await person.call(playbackRoutes.start, { params: { id } });
  return { ticket: ticket ?? "", session: randomUUID() };
}

/** Reports one range, as `sendBeacon` does: without the person's token. */
const beat = (visit: Visit, sequence: number, [from, to]: [number, number]) =>
  testApp.visitor.call(playbackRoutes.beat, { body: { ...visit, sequence, at_s: to, played: [[from, to]] } });

const numbersOf = (id: ContentId, person = maya) => person.call(analyticsRoutes.content, { params: { id } });

async function bornYearsAgo(person: TestPerson, years: number) {
  await deps.pool.query(
    `update accounts set date_of_birth = (now() at time zone 'Etc/GMT+12')::date - make_interval(years => $2), birth_precision = 'day'
     where id = $1`,
    [person.accountId, years],
  );
}

describe("what was played", () => {
  test("becomes a curve of how many people reached each hundredth, and adds to the watch time", async () => {
    const { id } = await publish();
    const [leo, ana] = [await testApp.person("leo"), await testApp.person("ana")];
    const [ofLeo, ofAna] = [await open(leo, id), await open(ana, id)];
    await Promise.all([beat(ofLeo, 1, [0, 40]), beat(ofAna, 1, [0, 10])]);
    const { retention, totals, days } = await numbersOf(id);
    expect(totals).toMatchObject({ watched_s: 50, average_watched_s: 25 });
    expect(days.at(-1)).toMatchObject({ watched_s: 50 });
    expect(retention?.viewers).toBe(2);
    expect([0, 9, 10, 39, 40].map((at) => retention?.buckets[at]?.viewers)).toEqual([2, 2, 1, 1, 0]);
    expect(retention?.buckets[10]).toEqual({ from_s: 10, to_s: 11, viewers: 1, share: 0.5, replays: 0 });
  });

  test("adds nothing when it is repeated, even many times at once or after a restart", async () => {
    const { id } = await publish();
    const visit = await open(await testApp.person("bea"), id);
    await Promise.all(Array.from({ length: 10 }, () => beat(visit, 1, [0, 30])));
    await testApp.restart();
    await beat(visit, 1, [0, 30]);
    const { retention, totals } = await numbersOf(id);
    expect([retention?.viewers, totals.watched_s]).toEqual([1, 30]);
  });

  test("is stored before it is acknowledged, even if the server stops meanwhile", async () => {
    const { id } = await publish();
    const visit = await open(await testApp.person("cleo"), id);
    let isAcknowledged = false;
    let ended: Promise<unknown> = Promise.resolve();
    await inTransaction(deps.sql, async (tx) => {
      await lockTransaction(tx, LOCKS.countingBeats);
      const sent = beat(visit, 1, [0, 20]).then(() => {
        isAcknowledged = true;
      });
      await expect.poll(() => countWaiting(deps.pool)).toBe(1);
      ended = Promise.all([sent, testApp.restart()]);
      expect(isAcknowledged).toBe(false);
    });
    await ended;
    expect((await numbersOf(id)).totals.watched_s).toBe(20);
  });

  test("by the owner is not counted, but playback resumes from it", async () => {
    const { id } = await publish();
    await beat(await open(maya, id), 1, [0, 30]);
    expect((await numbersOf(id)).retention?.viewers).toBe(0);
    expect((await maya.call(playbackRoutes.start, { params: { id } })).resume_at_s).toBe(30);
  });

  test("of a file that was replaced or trimmed meanwhile counts as watch time, but not in the new curve", async () => {
    const { id } = await publish();
    const gil = await testApp.person("gil");
    const old = await open(gil, id);
    await beat(old, 1, [0, 20]);
    await inTransaction(deps.sql, async (tx) => {
      await tx.updateTable("contents").set({ run: "another" }).where("id", "=", id).execute();
      await deps.events.publish(tx, "content.retimed", { content_id: id, shift_ms: 0 });
    });
    await beat({ ...old, session: randomUUID() }, 1, [20, 25]);
    expect((await numbersOf(id)).retention?.viewers).toBe(0);
    // A viewer of the old file counts again in the curve of the new one.
    await beat(await open(gil, id), 1, [0, 10]);
    const { retention, totals } = await numbersOf(id);
    expect([retention?.viewers, totals.watched_s]).toEqual([1, 35]);
    expect([9, 10].map((at) => retention?.buckets[at]?.viewers)).toEqual([1, 0]);
  });

  test("after a trim is undone counts each viewer again, also those who watched before the trim", async () => {
    const { id } = await publish();
    const [jon, kim] = [await testApp.person("jon"), await testApp.person("kim")];
    const showRun = (run: string) =>
      inTransaction(deps.sql, async (tx) => {
        await tx.updateTable("contents").set({ run }).where("id", "=", id).execute();
        await deps.events.publish(tx, "content.retimed", { content_id: id, shift_ms: 0 });
      });
    await showRun("whole");
    await beat(await open(jon, id), 1, [0, 20]);
    await showRun("part");
    await showRun("whole");
    await beat(await open(kim, id), 1, [0, 4]);
    const visit = await open(jon, id);
    await beat(visit, 1, [0, 4]);
    await beat(visit, 2, [0, 4]);
    const { retention } = await numbersOf(id);
    expect(retention?.viewers).toBe(2);
    expect(retention?.buckets[3]).toMatchObject({ viewers: 2, replays: 1 });
  });

  test("moves the position of each viewer along with a trim; a page that plays the old file no longer moves it", async () => {
    const { id } = await publish();
    const [hal, ivy] = [await testApp.person("hal"), await testApp.person("ivy")];
    const old = await open(hal, id);
    await beat(old, 1, [0, 40]);
    await beat(await open(ivy, id), 1, [0, 10]);
    await inTransaction(deps.sql, async (tx) => {
      await tx.updateTable("contents").set({ run: "trimmed" }).where("id", "=", id).execute();
      await deps.events.publish(tx, "content.retimed", { content_id: id, shift_ms: -15_000 });
    });
    await beat(old, 2, [40, 60]);
    const resumeAt = async (person: TestPerson) =>
      (await person.call(playbackRoutes.start, { params: { id } })).resume_at_s;
    expect([await resumeAt(hal), await resumeAt(ivy)]).toEqual([25, 0]);
    await beat(await open(hal, id), 1, [25, 45]);
    expect(await resumeAt(hal)).toBe(45);
  });

  test("is stored without names, and what identifies a viewer is deleted after 30 days", async () => {
    const { id } = await publish();
    const dora = await testApp.person("dora");
    await beat(await open(dora, id), 1, [0, 30]);
    const { rows } = await deps.pool.query(
      `select coalesce(string_agg(row_to_json(b)::text, ''), '') || (
         select coalesce(string_agg(row_to_json(r)::text, ''), '') from content_retention r) as stored from beat_viewers b`,
    );
    expect(rows[0].stored).not.toContain(dora.accountId);
    await deps.pool.query("update beat_viewers set beat_at = now() - interval '31 days'");
    await deps.pool.query("select graphile_worker.add_job('analytics:purge-viewers', '{}')");
    await testApp.settle();
    expect((await deps.pool.query("select from beat_viewers")).rows).toEqual([]);
    expect((await numbersOf(id)).retention?.viewers).toBe(1);
  });

  test("is refused with a forged or an old ticket, and when it is more than could have been played", async () => {
    const { id } = await publish();
    const eli = await testApp.person("eli");
    const visit = await open(eli, id);
    const body = { ...visit, sequence: 1, at_s: 10, played: [[0, 10]] as [number, number][] };
    const refused = async (more: object) =>
      (await testApp.visitor.refused(playbackRoutes.beat, { body: { ...body, ...more } })).code;
    expect(await refused({ ticket: "forged" })).toBe(422);
    expect(await refused({ ticket: `${visit.ticket.slice(0, -4)}AAAA` })).toBe(422);
    expect(await refused({ played: [[0, 99_999]] })).toBe(422);
    expect(
      await refused({
        played: [
          [0, 100],
          [0, 100],
        ],
      }),
    ).toBe(422);
    expect(await refused({ played: [[-1, 5]] })).toBe(422);
    expect(await refused({ sequence: 0 })).toBe(422);
    const { now } = deps;
    deps.now = () => new Date(Date.now() + 25 * 3_600_000);
    expect(await refused({})).toBe(422);
    deps.now = now;
    await testApp.visitor.call(playbackRoutes.beat, { body: { ...body, played: [[10, 5]] } });
    expect((await numbersOf(id)).retention?.viewers).toBe(0);
    const hidden = await testApp.publishes(maya, "Hidden", { visibility: "private" });
    expect((await eli.refused(playbackRoutes.start, { params: { id: hidden.id } })).code).toBe(404);
    const image = await testApp.publishes(maya, "Picture", { type: "image" });
    expect(await eli.call(playbackRoutes.start, { params: { id: image.id } })).toEqual({
      resume_at_s: null,
      ticket: null,
    });
  });
});

test("playback resumes where the member stopped, on any device, but not at the end or with the history off", async () => {
  const { id } = await publish();
  const flo = await testApp.person("flo");
  const resume = async () => (await flo.call(playbackRoutes.start, { params: { id } })).resume_at_s;
  const visit = await open(flo, id);
  await beat(visit, 1, [0, 42.5]);
  expect(await resume()).toBe(42.5);
  expect((await flo.call(libraryRoutes.history)).contents[0]).toMatchObject({ id, resume_at_s: 42.5 });
  await flo.call(preferenceRoutes.setPrivacy, { body: { keeps_history: false } });
  expect(await resume()).toBeNull();
  await flo.call(preferenceRoutes.setPrivacy, { body: { keeps_history: true } });
  await beat(visit, 2, [98, 100]);
  // Not null: another device may know an older position.
  expect(await resume()).toBe(0);
  await beat(visit, 3, [50, 60]);
  await flo.call(libraryRoutes.clearHistory);
  expect(await resume()).toBe(0);
  expect((await flo.call(libraryRoutes.history)).contents).toEqual([]);
});

test("for an owner below 18, a part of the curve that fewer than three people reached stays empty", async () => {
  const will = await testApp.person("will", { plan: "Individual" });
  await bornYearsAgo(will, 15);
  const { id } = await publish(will);
  for (const [at, name] of ["ann", "ben", "cat"].entries())
    await beat(await open(await testApp.person(name), id), 1, [0, 10 * (at + 1)]);
  const shown = async () => (await numbersOf(id, will)).retention?.buckets.map(({ viewers }) => viewers) ?? [];
  expect([(await shown())[5], (await shown())[15], (await shown())[25]]).toEqual([3, null, null]);
  await bornYearsAgo(will, 18);
  expect([(await shown())[5], (await shown())[15], (await shown())[25]]).toEqual([3, 2, 1]);
});

test("the numbers of a channel add up by day, by source and by item", async () => {
  const owner = await testApp.person("zoe", { plan: "Team" });
  const [a, b] = [await publish(owner), await testApp.publishes(owner, "Poster", { type: "image" })];
  const fans = await Promise.all(["f_one", "f_two", "f_three"].map((name) => testApp.person(name)));
  const sources = ["explore", "search", "explore"] as const;
  for (const [at, fan] of fans.entries())
    await fan.call(viewRoutes.add, { params: { id: a.id }, body: { watched_s: 60, source: sources[at] } });
  await fans[0]?.call(viewRoutes.add, { params: { id: b.id }, body: { watched_s: 3 } });
  await fans[0]?.call(reactionRoutes.like, { params: { id: a.id }, body: { liked: true } });
  const params = { id: owner.channelId };
  await fans[1]?.call(followRoutes.follow, { params, body: { content_id: a.id } });
  await fans[2]?.call(followRoutes.follow, { params, body: {} });
  await beat(await open(fans[0] as TestPerson, a.id), 1, [0, 30]);
  await flushViewCounts(deps);
  await flushLikeCounts(deps);

  const shown = await owner.call(analyticsRoutes.channel, { query: { days: 7 } });
  expect(shown.totals).toEqual({ views: 4, watched_s: 30, average_watched_s: 30, followers: 2, likes: 1 });
  expect(shown.days).toHaveLength(7);
  expect(shown.days.at(-1)).toMatchObject({ day: shown.to, views: 4, followers: 2, likes: 1 });
  expect(shown.sources).toEqual([
    { source: "explore", views: 2 },
    { source: "direct", views: 1 },
    { source: "search", views: 1 },
  ]);
  expect(shown.items.map(({ title, views, followers }) => [title, views, followers])).toEqual([
    ["Regatta", 3, 1],
    ["Poster", 1, 0],
  ]);
  expect((await numbersOf(a.id, owner)).totals).toMatchObject({ views: 3, followers: 1, likes: 1, watched_s: 30 });
  expect((await numbersOf(b.id, owner)).retention).toBeNull();
  const { rows } = await deps.pool.query("select source from views where source is not null");
  expect(rows).toEqual([]);
});

test("a channel's page lists its 50 most viewed items, and the downloaded file all of them", async () => {
  const owner = await testApp.person("prolific", { plan: "Team" });
  const titles = Array.from({ length: ANALYTICS_ITEMS_MAX + 2 }, (_, at) => `Item ${at}`);
  for (const title of titles) await testApp.publishes(owner, title, { type: "image" });
  const { items } = await owner.call(analyticsRoutes.channel, { query: { days: 7 } });
  const file = await owner.call(analyticsRoutes.items, { query: { days: 7 } });
  expect(items).toHaveLength(ANALYTICS_ITEMS_MAX);
  expect(file.is_complete).toBe(true);
  expect(file.items.slice(0, ANALYTICS_ITEMS_MAX)).toEqual(items);
  expect(file.items.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
});

test("analytics are for the owner and staff only", async () => {
  const { id } = await publish();
  const rival = await testApp.person("rival", { plan: "Team" });
  expect((await rival.refused(analyticsRoutes.content, { params: { id } })).code).toBe(404);
  const fan = await testApp.person("fan");
  expect((await fan.refused(analyticsRoutes.channel)).code).toBe(403);
  expect((await fan.refused(analyticsRoutes.items)).code).toBe(403);
  expect((await rival.call(analyticsRoutes.items)).items).toEqual([]);
  const staff = await testApp.person("staff_1", { staffRole: "moderator" });
  expect((await numbersOf(id, staff)).title).toBe("Regatta");
  for (const days of [0, 366, 1.5])
    expect((await maya.refused(analyticsRoutes.channel, { query: { days } })).code).toBe(422);
});
