import { readdir } from "node:fs/promises";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { type ContentId, contentId } from "@app/contract/ids";
import { uploadRoutes } from "@app/contract/uploads";
import { describe, expect, test, vi } from "vitest";
import { checkUpload } from "#modules/catalog/uploads/check-upload.service.ts";
import { purgeUploads } from "#modules/catalog/uploads/purge-uploads.service.ts";
import { failFrames, takeUploadFrames } from "#modules/catalog/uploads/take-frames.service.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { failMedia } from "./fail-media.service.ts";
import { UNPUBLISHED_PROCESSED_MAX } from "./media.service.ts";
import { claimMedia, writeAsRun } from "./media-run.service.ts";
import type { SourceFacts } from "./pipeline/source-facts.ts";
import { processContentVideo } from "./process-video.service.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const clip = await testApp.clip();
const never = new AbortController().signal;

const form = (uploadId: string) => toUploadForm(testApp.categoryId, uploadId);

/**
 * A checked upload with its processing removed from the queue, because these tests act as the worker. Its frames job is
 * removed too; the ladder takes its own frames once that has failed.
 */
async function checked(owner: TestPerson): Promise<{ upload: string; id: ContentId }> {
  const upload = await uploadBytes(owner, clip);
  await checkUpload(deps, upload, never);
  await deps.pool.query("delete from graphile_worker._private_jobs");
  await failFrames(deps, upload);
  const { rows } = await deps.pool.query("select content_id from unpublished_media where upload_id = $1", [upload]);
  return { upload, id: contentId.parse(rows[0]?.content_id) };
}

const work = (id: ContentId, signal: AbortSignal = never) =>
  processContentVideo(deps, { content_id: id, frame: null }, signal);

async function queuedFor(id: ContentId): Promise<number> {
  const { rows } = await deps.pool.query("select count(*) as jobs from graphile_worker.jobs where key = $1", [
    `process:${id}`,
  ]);
  return rows[0].jobs;
}

const filesOf = (id: ContentId) => deps.storage.list(`contents/${id}/`);

/** A run that has stored its first files and continues. */
async function begun(id: ContentId, signal?: AbortSignal): Promise<{ end: Promise<void> }> {
  const end = work(id, signal);
  end.catch(() => undefined);
  while ((await filesOf(id)).length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  return { end };
}

async function expectWhole(owner: TestPerson, id: ContentId): Promise<void> {
  const item = await owner.call(contentRoutes.one, { params: { id } });
  expect(item).toMatchObject({ state: "ready", fault: null, warning: null, progress: 100 });
  expect(item.frames).toHaveLength(3);
  expect(item.video_content.storyboard).not.toBeNull();
  expect((await testApp.visitor.send("GET", item.video_content.hls ?? "")).text).toContain("#EXT-X-STREAM-INF");
  const runs = new Set((await filesOf(id)).map((key) => key.split("/")[2]));
  expect(runs.size).toBe(2);
  expect(runs.has("original")).toBe(true);
  expect(await readdir(path.join(deps.config.dataDir, "scratch"))).toEqual([]);
}

describe("a video is processed as soon as its last byte has arrived", () => {
  test("the result belongs to the upload and nobody can see it; once published, it plays at once", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const upload = await uploadBytes(maya, clip);
    expect((await maya.call(uploadRoutes.one, { params: { id: upload } })).processing).toBeNull();
    await testApp.settle();
    const seen = await maya.call(uploadRoutes.one, { params: { id: upload } });
    expect(seen).toMatchObject({ check: { ok: true, message: null }, processing: { state: "ready", progress: 100 } });
    expect(seen.frames).toHaveLength(3);

    const { rows } = await deps.pool.query("select content_id, run from unpublished_media");
    const id = contentId.parse(rows[0].content_id);
    const playlist = `contents/${id}/${rows[0].run}/hls/master.m3u8`;
    expect(await deps.storage.head(playlist)).not.toBeNull();
    for (const key of await filesOf(id)) {
      // With or without a token: no URL has been handed out.
      for (const path of [key, key.replace(`${id}/`, `${id}/0/`)]) {
        expect((await maya.send("GET", `/media/o/${path}`)).status).toBe(404);
        expect((await maya.send("GET", `/media/s/9999999999/${"a".repeat(43)}/${path}`)).status).toBe(404);
      }
    }
    expect((await maya.refused(contentRoutes.one, { params: { id } })).code).toBe(404);
    const mine = { params: { contentType: "video" } } as const;
    expect((await maya.call(contentRoutes.mine, mine)).contents).toEqual([]);

    const body = { ...form(upload), thumbnail: { frame: 2 } };
    const item = await maya.call(contentRoutes.upload, { body });
    expect(item).toMatchObject({ id, state: "ready", progress: 100 });
    expect(item.thumbnail).toContain("/frame-2.webp");
    expect((await testApp.visitor.send("GET", item.thumbnail_small ?? "")).status).toBe(200);
    expect((await testApp.visitor.send("GET", item.video_content.hls ?? "")).text).toContain("#EXT-X-STREAM-INF");
    await testApp.settle();
    await expectWhole(maya, id);
    expect(await deps.uploads.offsetOf(upload)).toBeNull();
    const { rows: left } = await deps.pool.query(
      "select (select count(*) from unpublished_media) as unpublished, (select count(*) from renditions where content_id = $1) as rungs",
      [id],
    );
    expect(left[0]).toEqual({ unpublished: 0, rungs: 1 });
  });

  test("published before the frames to choose from were taken, the ladder does not wait for them", async () => {
    const zoe = await testApp.person("zoe", { plan: "Individual" });
    const upload = await uploadBytes(zoe, clip);
    await checkUpload(deps, upload, never);
    const { id } = await zoe.call(contentRoutes.upload, { body: form(upload) });
    const { source } = (await claimMedia(deps.sql, id)) ?? {};
    await takeUploadFrames(deps, upload, source as SourceFacts, never);
    const { rows } = await deps.pool.query("select frames_failed, frame_keys from uploads where id = $1", [upload]);
    expect(rows).toEqual([{ frames_failed: true, frame_keys: [] }]);
    await work(id);
    await testApp.settle();
    await expectWhole(zoe, id);
  });

  test("published while its ladder is made, the run continues for the item, with the chosen thumbnail", async () => {
    const nia = await testApp.person("nia", { plan: "Individual" });
    const { upload, id } = await checked(nia);
    const { end } = await begun(id);
    const item = await nia.call(contentRoutes.upload, { body: { ...form(upload), thumbnail: { frame: 0 } } });
    expect(item.id).toBe(id);
    expect(await queuedFor(id)).toBe(0);
    await end;
    expect((await nia.call(contentRoutes.one, { params: { id } })).thumbnail).toContain("/frame-0.webp");
    await testApp.settle();
    await expectWhole(nia, id);
  });

  test("published after a run claimed it but made nothing yet, only that run continues for the item", async () => {
    const ned = await testApp.person("ned", { plan: "Individual" });
    const { upload, id } = await checked(ned);
    const claim = await claimMedia(deps.sql, id);
    if (!claim) throw new Error("there is nothing to claim");
    await ned.call(contentRoutes.upload, { body: form(upload) });
    expect(await queuedFor(id)).toBe(0);
    await writeAsRun(deps.sql, claim, { progress: 7 });
    expect((await ned.call(contentRoutes.one, { params: { id } })).progress).toBe(7);
  });

  test("published before any run claimed it, it is queued again, once", async () => {
    const nat = await testApp.person("nat", { plan: "Individual" });
    const { upload, id } = await checked(nat);
    await nat.call(contentRoutes.upload, { body: form(upload) });
    expect(await queuedFor(id)).toBe(1);
    await testApp.settle();
    await expectWhole(nat, id);
  });

  test("published before its check, processing probes the file itself", async () => {
    const ola = await testApp.person("ola", { plan: "Individual" });
    const { id } = await ola.call(contentRoutes.upload, { body: form(await uploadBytes(ola, clip)) });
    await testApp.settle();
    await expectWhole(ola, id);
  });

  test("published twice at once, it becomes one item", async () => {
    const pam = await testApp.person("pam", { plan: "Individual" });
    const upload = await uploadBytes(pam, clip);
    await testApp.settle();
    const items = await Promise.all([1, 2, 3].map(() => pam.call(contentRoutes.upload, { body: form(upload) })));
    expect(new Set(items.map((item) => item.id)).size).toBe(1);
    await testApp.settle();
    await expectWhole(pam, items[0]?.id ?? contentId.parse(""));
  });

  test("after a worker is killed, the next one starts over, for the item by then", async () => {
    const quin = await testApp.person("quin", { plan: "Individual" });
    const { upload, id } = await checked(quin);
    const killed = new AbortController();
    const { end } = await begun(id, killed.signal);
    killed.abort(new Error("the worker is stopped"));
    await expect(end).rejects.toThrow("the worker is stopped");
    await quin.call(contentRoutes.upload, { body: form(upload) });
    await work(id);
    await testApp.settle();
    await expectWhole(quin, id);
  });
});

describe("an upload that is never published", () => {
  test("is deleted with its processing result, at any stage, and a run in progress ends", async () => {
    const ray = await testApp.person("ray", { plan: "Individual" });
    const { upload, id } = await checked(ray);
    const { end } = await begun(id);
    await ray.call(uploadRoutes.cancel, { params: { id: upload } });
    await end;
    expect(await filesOf(id)).toEqual([]);

    const done = await checked(ray);
    await work(done.id);
    expect(await filesOf(done.id)).not.toEqual([]);
    await ray.call(uploadRoutes.cancel, { params: { id: done.upload } });
    expect(await filesOf(done.id)).toEqual([]);
    // A job still in the queue finds nothing to do.
    await work(done.id);
    expect(await filesOf(done.id)).toEqual([]);
  });

  test("is purged after a week without activity", async () => {
    const sue = await testApp.person("sue", { plan: "Individual" });
    const { upload, id } = await checked(sue);
    await work(id);
    await deps.pool.query("update uploads set expires_at = now() - interval '2 hours' where id = $1", [upload]);
    await purgeUploads(deps, never);
    expect(await filesOf(id)).toEqual([]);
    const { rows } = await deps.pool.query("select 1 from unpublished_media where content_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  test("occupies the workers with a few ladders at most; further uploads wait until they are published", async () => {
    const tia = await testApp.person("tia", { plan: "Individual" });
    const uploads: string[] = [];
    for (let count = 0; count <= UNPUBLISHED_PROCESSED_MAX; count += 1) uploads.push(await uploadBytes(tia, clip));
    await Promise.all(uploads.map((id) => checkUpload(deps, id, never)));
    const { rows } = await deps.pool.query("select upload_id from unpublished_media where account_id = $1", [
      tia.accountId,
    ]);
    expect(rows).toHaveLength(UNPUBLISHED_PROCESSED_MAX);
    const last = uploads.find((id) => rows.every((row) => row.upload_id !== id)) ?? "";
    const { id } = await tia.call(contentRoutes.upload, { body: form(last) });
    await testApp.settle();
    await expectWhole(tia, id);
  });
});

describe("a ladder that fails before publishing", () => {
  test("because of the file is reported on the upload, which cannot be published", async () => {
    const uma = await testApp.person("uma", { plan: "Individual" });
    const { upload, id } = await checked(uma);
    // Its bytes are gone from the disk.
    await deps.uploads.remove(upload);
    await work(id);
    const { check } = await uma.call(uploadRoutes.one, { params: { id: upload } });
    expect(check).toMatchObject({ ok: false, message: expect.stringMatching(/no longer there/) });
    const refusal = await uma.refused(contentRoutes.upload, { body: form(upload) });
    expect(refusal).toMatchObject({ code: 422, errors: { upload_id: [check?.message] } });
  });

  test("because of our own repeated errors is discarded, and publishing starts over", async () => {
    const vic = await testApp.person("vic", { plan: "Individual" });
    const { upload, id: first } = await checked(vic);
    const killed = new AbortController();
    const { end } = await begun(first, killed.signal);
    killed.abort(new Error("the worker is stopped"));
    await expect(end).rejects.toThrow("the worker is stopped");
    // They may have failed because the store is away.
    vi.spyOn(deps.storage, "removePrefix").mockRejectedValue(new Error("no connection"));
    await failMedia(deps, first);
    vi.restoreAllMocks();
    expect((await vic.call(uploadRoutes.one, { params: { id: upload } })).check?.ok).toBe(true);
    const { id } = await vic.call(contentRoutes.upload, { body: form(upload) });
    expect(id).not.toBe(first);
    await testApp.settle();
    await expectWhole(vic, id);
    expect(await filesOf(first)).toEqual([]);
  });
});
