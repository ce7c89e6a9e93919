import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { PUBLISH_AT_MAX_DAYS, SCHEDULE_MESSAGES } from "@app/contract/schedule";
import { afterEach, describe, expect, test } from "vitest";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { publishDueContents } from "./contents-maintenance.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");

const MINUTE_MS = 60_000;
afterEach(() => {
  deps.now = () => new Date();
});

const open = (id: ContentId) => ({ params: { id } });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const read = (id: ContentId) => maya.call(contentRoutes.one, open(id));
const change = (id: ContentId, body: object) => maya.call(contentRoutes.update, { ...open(id), body });
const refusedChange = (id: ContentId, body: object) => maya.refused(contentRoutes.update, { ...open(id), body });
const scheduled = (upload: string, publish_at: string) => ({
  ...toUploadForm(testApp.categoryId, upload),
  visibility: "private" as const,
  publish_at,
});
const isSeen = async (id: ContentId) => (await fan.send("GET", `/api/v1/content/${id}`)).status === 200;

/** The job, at a moment in the future. */
async function runAfter(minutes: number): Promise<void> {
  const at = Date.now() + minutes * MINUTE_MS;
  deps.now = () => new Date(at);
  await publishDueContents(deps, new AbortController().signal);
}

describe("an item with a date", () => {
  test("is private until then and public afterwards, and its publication time is when the job ran", async () => {
    const { id } = await testApp.publishes(maya, "Premiere", { visibility: "private" });
    const at = inMinutes(30);
    expect(await change(id, { publish_at: at })).toMatchObject({ visibility: "private", publish_at: at });
    await runAfter(29);
    expect(await isSeen(id)).toBe(false);
    await runAfter(31);
    expect(await isSeen(id)).toBe(true);
    const item = await read(id);
    expect(item).toMatchObject({ visibility: "public", publish_at: null, revision: 2 });
    expect(item.published_at).toBe(deps.now().toISOString());
    const { contents } = await fan.call(contentRoutes.ofChannel, {
      params: { contentType: "video" },
      query: { channel_id: maya.channelId },
    });
    expect(contents.map((card) => card.title)).toContain("Premiere");
  });

  test("is published by the next worker if none ran at its date, or one was stopped halfway", async () => {
    const ids: ContentId[] = [];
    for (const title of ["Late one", "Late two"]) {
      const { id } = await testApp.publishes(maya, title, { visibility: "private" });
      await change(id, { publish_at: inMinutes(10) });
      ids.push(id);
    }
    // The date passed while every process was down.
    await deps.pool.query("update contents set publish_at = now() - interval '1 hour' where id = any($1)", [ids]);
    await testApp.restart();
    // A worker that is told to stop starts no further item.
    await publishDueContents(deps, AbortSignal.abort()).catch(() => undefined);
    expect(await Promise.all(ids.map(isSeen))).toEqual([false, false]);

    await deps.pool.query("select graphile_worker.add_job('contents:publish-scheduled', '{}')");
    await testApp.settle();
    expect(await Promise.all(ids.map(isSeen))).toEqual([true, true]);
    for (const id of ids) expect(await read(id)).toMatchObject({ publish_at: null, revision: 2 });
  });

  test("is published once, however often the job runs", async () => {
    const { id } = await testApp.publishes(maya, "Once", { visibility: "private" });
    await change(id, { publish_at: inMinutes(10) });
    await Promise.all([runAfter(11), runAfter(11)]);
    await runAfter(12);
    expect((await read(id)).revision).toBe(2);
    const { rows } = await deps.pool.query("select 1 from graphile_worker.jobs where key = 'discovery:refresh'");
    expect(rows).toHaveLength(1);
  });

  test("can be moved and taken back", async () => {
    const { id } = await testApp.publishes(maya, "Moved", { visibility: "private" });
    await change(id, { publish_at: inMinutes(10) });
    const later = inMinutes(60);
    expect(await change(id, { publish_at: later })).toMatchObject({ publish_at: later });
    await runAfter(11);
    expect(await isSeen(id)).toBe(false);
    deps.now = () => new Date();
    expect(await change(id, { publish_at: null })).toMatchObject({ visibility: "private", publish_at: null });
    await runAfter(61);
    expect(await isSeen(id)).toBe(false);
  });

  test("loses it when its visibility is changed by hand", async () => {
    for (const visibility of ["public", "unlisted", "private"] as const) {
      const { id } = await testApp.publishes(maya, `By hand ${visibility}`, { visibility: "private" });
      await change(id, { publish_at: inMinutes(10) });
      expect(await change(id, { visibility })).toMatchObject({ visibility, publish_at: null });
    }
  });

  test("keeps it when something else is changed, even in the last few minutes", async () => {
    const { id } = await testApp.publishes(maya, "Soon", { visibility: "private" });
    const at = inMinutes(10);
    await change(id, { publish_at: at });
    deps.now = () => new Date(Date.parse(at) - MINUTE_MS);
    expect(await change(id, { title: "Very soon", publish_at: at })).toMatchObject({ publish_at: at });
  });

  test("that is deleted before then stays deleted", async () => {
    const { id } = await testApp.publishes(maya, "Deleted", { visibility: "private" });
    await change(id, { publish_at: inMinutes(10) });
    await maya.call(contentRoutes.remove, { ...open(id), body: {} });
    await runAfter(11);
    expect(await isSeen(id)).toBe(false);
  });

  test("that is still being processed then becomes public as soon as it can be played", async () => {
    const { id } = await testApp.publishes(maya, "Slow", { visibility: "private", state: "processing" });
    await change(id, { publish_at: inMinutes(10) });
    await runAfter(11);
    expect(await read(id)).toMatchObject({ visibility: "public", published_at: null });
  });
});

test.each([
  ["in the past", () => ({ publish_at: inMinutes(-1) }), "publish_at", SCHEDULE_MESSAGES.tooSoon],
  ["in less than five minutes", () => ({ publish_at: inMinutes(4.9) }), "publish_at", SCHEDULE_MESSAGES.tooSoon],
  [
    "in more than a year",
    () => ({ publish_at: inMinutes(PUBLISH_AT_MAX_DAYS * 1_440 + 2) }),
    "publish_at",
    SCHEDULE_MESSAGES.tooLate,
  ],
  [
    "of a public item",
    () => ({ publish_at: inMinutes(10), visibility: "public" }),
    "visibility",
    SCHEDULE_MESSAGES.notPrivate,
  ],
])("a date %s is refused", async (_, toBody, field, message) => {
  const { id } = await testApp.publishes(maya, "No date", { visibility: "private" });
  expect(await refusedChange(id, toBody())).toMatchObject({ code: 422, errors: { [field]: [message] } });
  expect((await read(id)).publish_at).toBeNull();
});

test("a date of the wrong shape is refused", async () => {
  const { id } = await testApp.publishes(maya, "Wrong shape", { visibility: "private" });
  for (const publish_at of ["tomorrow", 5, "2030-01-01", "2030-01-01T10:00", "2030-13-01T10:00:00Z"])
    expect(Object.keys((await refusedChange(id, { publish_at })).errors)).toEqual(["publish_at"]);
});

test("an upload can be published with a date", async () => {
  const upload = await uploadBytes(maya, await testApp.clip());
  const at = inMinutes(20);
  const { id } = await maya.call(contentRoutes.upload, { body: scheduled(upload, at) });
  await testApp.settle();
  expect(await read(id)).toMatchObject({ state: "ready", visibility: "private", publish_at: at, published_at: null });
  await runAfter(21);
  expect(await isSeen(id)).toBe(true);
});

test.each([2, -60, -13 * 1_440])(
  "an upload whose date came near or passed while it was sent is published by the job: %s minutes from now",
  async (minutes) => {
    const upload = await uploadBytes(maya, await testApp.clip());
    const at = inMinutes(minutes);
    const item = await maya.call(contentRoutes.upload, { body: scheduled(upload, at) });
    expect(item).toMatchObject({ visibility: "private", publish_at: at });
    await testApp.settle();
    await runAfter(Math.max(0, minutes));
    expect(await isSeen(item.id)).toBe(true);
  },
);

test("an upload is refused with a date that no upload can have waited for, or one too far ahead", async () => {
  const upload = await uploadBytes(maya, await testApp.clip());
  for (const [minutes, fault] of [
    [-15 * 1_440, SCHEDULE_MESSAGES.tooSoon],
    [PUBLISH_AT_MAX_DAYS * 1_440 + 2, SCHEDULE_MESSAGES.tooLate],
  ] as const) {
    const refusal = await maya.refused(contentRoutes.upload, { body: scheduled(upload, inMinutes(minutes)) });
    expect(refusal.errors).toEqual({ publish_at: [fault] });
  }
});
