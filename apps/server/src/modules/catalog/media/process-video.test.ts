import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { CUT_MESSAGES, cutRoutes } from "@app/contract/cuts";
import { fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { staffContentRoutes } from "@app/contract/staff-contents";
import { describe, expect, test } from "vitest";
import { addMember } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { failExtras } from "#testing/fail-extras.ts";
import type { TestPerson } from "#testing/people.ts";
import { queueVideo } from "#testing/queued-video.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { failMedia } from "./fail-media.service.ts";
import { claimMedia, endRun } from "./media-run.service.ts";
import { FILE_IS_GONE, MediaFault } from "./pipeline/source-facts.ts";
import { processContentVideo } from "./process-video.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const clip = await testApp.clip();
const never = new AbortController().signal;

const queued = (owner: TestPerson) => queueVideo(testApp, owner);

const work = (id: ContentId, signal: AbortSignal = never) =>
  processContentVideo(deps, { content_id: id, frame: null }, signal);

const dropJobs = () => deps.pool.query("delete from graphile_worker._private_jobs");

/** A worker that is killed as soon as something it does becomes visible. */
async function workUntil(id: ContentId, isReached: () => Promise<boolean>): Promise<void> {
  const killed = new AbortController();
  const run = work(id, killed.signal).then(
    () => "ended",
    () => "killed",
  );
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 2));
  killed.abort(new Error("the worker is stopped"));
  expect(await run).toBe("killed");
}

async function row(id: ContentId): Promise<Record<string, unknown>> {
  const { rows } = await deps.pool.query("select * from contents where id = $1", [id]);
  return rows[0];
}

async function expectOneWholeRun(owner: TestPerson, id: ContentId): Promise<void> {
  const item = await owner.call(contentRoutes.one, { params: { id } });
  expect(item).toMatchObject({ state: "ready", fault: null, progress: 100 });
  expect(item.video_content.storyboard).not.toBeNull();
  const { run } = await row(id);
  const keys = await deps.storage.list(`contents/${id}/`);
  expect(new Set(keys.map((key) => key.split("/")[2]))).toEqual(new Set([run, "original"]));
  expect(await hashOf(`contents/${id}/original`)).toBe(createHash("sha256").update(clip).digest("hex"));
  expect(await readdir(path.join(deps.config.dataDir, "scratch"))).toEqual([]);
}

async function hashOf(key: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of (await deps.storage.read(key)) ?? []) hash.update(chunk);
  return hash.digest("hex");
}

describe("a killed worker", () => {
  test("leaves a half-made ladder that the next one completes, with the files of one run only", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const id = await queued(maya);
    await workUntil(id, async () => (await deps.storage.list(`contents/${id}/`)).length >= 3);
    const { run: first, state } = await row(id);
    expect(state).toBe("processing");
    await work(id);
    expect((await row(id)).run).not.toBe(first);
    await expectOneWholeRun(maya, id);
  });

  test("loses nothing, even if killed at one step after another", async () => {
    const nia = await testApp.person("nia", { plan: "Individual" });
    const id = await queued(nia);
    for (const afterMs of [0, 20, 80, 160, 320]) {
      const killed = AbortSignal.timeout(afterMs);
      await work(id, killed).catch(() => undefined);
      expect(["processing", "ready"]).toContain((await row(id)).state);
    }
    await work(id);
    await expectOneWholeRun(nia, id);
  });

  test("leaves only the extras to make if the ladder was complete", async () => {
    const ola = await testApp.person("ola", { plan: "Individual" });
    const id = await queued(ola);
    await workUntil(id, async () => (await row(id)).state === "ready");
    const { run: first, has_storyboard } = await row(id);
    expect(has_storyboard).toBe(false);
    await work(id);
    expect((await row(id)).run).toBe(first);
    await expectOneWholeRun(ola, id);
  });

  test("a job that runs once more than needed changes nothing", async () => {
    const pam = await testApp.person("pam", { plan: "Individual" });
    const { id } = await testApp.processedVideo(pam, "Done");
    const before = await row(id);
    await work(id);
    expect(await row(id)).toEqual(before);
  });

  test("and ignores an item deleted meanwhile, which is processed once it is brought back", async () => {
    const quin = await testApp.person("quin", { plan: "Individual" });
    const id = await queued(quin);
    await quin.call(contentRoutes.remove, { params: { id } });
    await work(id);
    expect(await row(id)).toMatchObject({ state: "processing", run: null });
    await quin.call(contentRoutes.undelete, { params: { id } });
    await testApp.settle();
    await expectOneWholeRun(quin, id);
  });

  test("and leaves the extras of an item deleted meanwhile until staff restore it", async () => {
    const rob = await testApp.person("rob", { plan: "Individual" });
    const mod = await testApp.person("restorer", { staffRole: "moderator" });
    const id = await queued(rob);
    await workUntil(id, async () => (await row(id)).state === "ready");
    await rob.call(contentRoutes.remove, { params: { id } });
    await work(id);
    expect(await row(id)).toMatchObject({ state: "ready", has_storyboard: false });
    await mod.call(staffContentRoutes.restore, { params: { id }, body: { reason: "By mistake" } });
    await testApp.settle();
    await expectOneWholeRun(rob, id);
  });
});

describe("failed processing", () => {
  test("can be retried by the owner only, and starts once however often they click", async () => {
    const ray = await testApp.person("ray", { plan: "Individual" });
    const stranger = await testApp.person("sam", { plan: "Individual" });
    const id = await queued(ray);
    await deps.pool.query("update contents set state = 'failed', fault = 'The disk was full.' where id = $1", [id]);
    expect((await stranger.refused(contentRoutes.retry, { params: { id } })).code).toBe(404);

    const clicks = await Promise.all([1, 2, 3].map(() => ray.send("POST", `/api/v1/content/${id}/retry`)));
    expect(clicks.map((reply) => reply.status).sort()).toEqual([200, 409, 409]);
    const { rows } = await deps.pool.query("select key from graphile_worker.jobs");
    expect(rows).toEqual([{ key: `process:${id}` }]);
    await testApp.settle();
    await expectOneWholeRun(ray, id);
    expect((await ray.refused(contentRoutes.retry, { params: { id } })).code).toBe(409);
  });

  test("is in the audit log when staff retry it, but not when a manager of the channel does", async () => {
    const club = await testApp.person("club", { plan: "Team" });
    const manager = await testApp.person("max");
    const mod = await testApp.person("mod", { staffRole: "moderator" });
    await inTransaction(deps.sql, (tx) => addMember(tx, { id: club.channelId, account: manager.accountId }, "manager"));
    const id = await queued(club);
    for (const person of [manager, mod]) {
      await deps.pool.query("update contents set state = 'failed', fault = 'The disk was full.' where id = $1", [id]);
      await person.call(contentRoutes.retry, { params: { id } });
    }
    const { rows } = await deps.pool.query("select staff_id from audit_log where subject_id = $1", [id]);
    expect(rows).toEqual([{ staff_id: mod.accountId }]);
  });
});

test("a video that can be watched stays so if its original is gone while its extras are made", async () => {
  const owner = await testApp.person("pia", { plan: "Individual" });
  const id = await queued(owner);
  await workUntil(id, async () => (await row(id)).state === "ready");
  await deps.storage.remove(`contents/${id}/original`);
  await work(id);
  const item = await owner.call(contentRoutes.one, { params: { id } });
  expect(item).toMatchObject({ state: "ready", fault: FILE_IS_GONE, can: { retry: true } });
  expect(item.video_content.hls).not.toBeNull();
  expect((await row(id)).is_playable).toBe(true);
});

test("a video that can be watched stays so if that is found while a new file for it is processed", async () => {
  const owner = await testApp.person("ria", { plan: "Individual" });
  const id = await queued(owner);
  await workUntil(id, async () => (await row(id)).state === "ready");
  const extras = await claimMedia(deps.sql, id);
  const upload_id = uploadId.parse(await uploadBytes(owner, clip));
  await deps.pool.query("update uploads set is_valid = true where id = $1", [upload_id]);
  await owner.call(fileRoutes.replace, { params: { id }, body: { upload_id } });
  if (extras) await endRun(deps, extras, new MediaFault(FILE_IS_GONE));
  expect(await row(id)).toMatchObject({ state: "ready", fault: FILE_IS_GONE, is_playable: true });
  const bare = await owner.call(contentRoutes.one, { params: { id } });
  expect(bare.video_content.hls).not.toBeNull();
});

describe("our own error on every attempt", () => {
  test("ends as failed with a message and a retry, and leaves what can be watched", async () => {
    const owner = await testApp.person("unlucky", { plan: "Individual" });
    const id = await queued(owner);
    await failMedia(deps, id);
    const item = await owner.call(contentRoutes.one, { params: { id } });
    expect(item).toMatchObject({ state: "failed", can: { retry: true } });
    expect(item.fault).toMatch(/on our side.*Retry/);

    await owner.call(contentRoutes.retry, { params: { id } });
    await testApp.settle();
    expect((await owner.call(contentRoutes.one, { params: { id } })).state).toBe("ready");
    await failMedia(deps, id);
    expect((await owner.call(contentRoutes.one, { params: { id } })).state).toBe("ready");
  });

  test("after the ladder leaves the video ready, and its owner retries the rest and can trim it then", async () => {
    const owner = await testApp.person("nearly", { plan: "Individual" });
    const mod = await testApp.person("helper", { staffRole: "moderator" });
    const id = await queued(owner);
    const video = { params: { id } };
    const trim = { ...video, body: { from_s: 0, to_s: 1 } };
    await workUntil(id, async () => (await row(id)).state === "ready");
    await failMedia(deps, id);
    const { run } = await row(id);
    expect(await owner.call(contentRoutes.one, video)).toMatchObject({
      state: "ready",
      fault: expect.stringMatching(/Retry/),
      can: { retry: true },
    });
    expect(await owner.refused(cutRoutes.setTrim, trim)).toMatchObject({ code: 409, message: CUT_MESSAGES.unfinished });

    await mod.call(staffContentRoutes.reprocess, { ...video, body: { reason: "They asked" } });
    await dropJobs();
    await failMedia(deps, id);
    expect(await owner.call(contentRoutes.retry, video)).toMatchObject({ fault: null, can: { retry: false } });
    await testApp.settle();
    expect((await row(id)).run).toBe(run);
    await expectOneWholeRun(owner, id);
    expect((await owner.call(cutRoutes.setTrim, trim)).state).toBe("trimming");
    await testApp.settle();
  });

  test("after the ladder of an upload is tried again when it is published", async () => {
    const owner = await testApp.person("early", { plan: "Individual" });
    const upload = await uploadBytes(owner, clip);
    await failExtras(testApp);
    await dropJobs();
    const { rows } = await deps.pool.query("select content_id from unpublished_media where upload_id = $1", [upload]);
    await failMedia(deps, rows[0].content_id);
    const { id } = await owner.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
    expect(await row(id)).toMatchObject({ state: "ready", has_preview: false });
    await testApp.settle();
    await expectOneWholeRun(owner, id);
  });
});
