import { randomUUID } from "node:crypto";
import { analyticsRoutes } from "@app/contract/analytics";
import { auditRoutes } from "@app/contract/audit";
import { contentRoutes } from "@app/contract/contents";
import { cutRoutes } from "@app/contract/cuts";
import { documentRoutes } from "@app/contract/documents";
import { fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { STAFF_CONTENT_MESSAGES, staffContentRoutes } from "@app/contract/staff-contents";
import { uploadRoutes } from "@app/contract/uploads";
import { playbackRoutes } from "@app/contract/views";
import { beforeAll, describe, expect, test } from "vitest";
import { purgeContent } from "#modules/catalog/contents/contents-maintenance.service.ts";
import { playbook } from "#modules/catalog/documents/testing/pdfs.ts";
import { failExtras } from "#testing/fail-extras.ts";
import { toImagesForm, uploadImage } from "#testing/images.ts";
import type { TestPerson } from "#testing/people.ts";
import { drawPhoto } from "#testing/pictures.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const mod = await testApp.person("mod", { staffRole: "moderator" });
const ada = await testApp.person("ada", { staffRole: "admin" });
const [leo, ana] = [await testApp.person("leo"), await testApp.person("ana")];
const reason = "The codec was misread";

const item = (id: ContentId) => maya.call(contentRoutes.one, { params: { id } });
const again = { body: { reason } };
const reprocess = (id: ContentId) => mod.call(staffContentRoutes.reprocess, { params: { id }, ...again });
const refuse = (id: ContentId) => mod.refused(staffContentRoutes.reprocess, { params: { id }, ...again });
const inConsole = async (id: ContentId) =>
  (await mod.call(staffContentRoutes.list, { query: { search: id } })).contents[0];
const status = async (url: string | null | undefined) => (await fetch(testApp.origin + url)).status;

async function runOf(id: ContentId): Promise<string> {
  const { rows } = await deps.pool.query<{ run: string }>("select run from contents where id = $1", [id]);
  return rows[0]?.run ?? "";
}

async function wholeOf(id: ContentId): Promise<string> {
  const { rows } = await deps.pool.query("select whole->>'run' as run from trims where content_id = $1", [id]);
  return rows[0]?.run ?? "";
}

/** Opens the page. @returns reports that it played the first second */
async function open(person: TestPerson, id: ContentId): Promise<() => Promise<unknown>> {
  const { ticket } = await person.call(playbackRoutes.start, { params: { id } });
  const visit = { ticket: ticket ?? "", session: randomUUID(), sequence: 1 };
  return () => testApp.visitor.call(playbackRoutes.beat, { body: { ...visit, at_s: 1, played: [[0, 1]] } });
}

async function viewersOf(id: ContentId): Promise<(number | null | undefined)[]> {
  const { retention } = await maya.call(analyticsRoutes.content, { params: { id } });
  return [retention?.viewers, retention?.buckets[0]?.viewers];
}

describe("what staff have processed again", () => {
  let video: ContentId;
  beforeAll(async () => {
    video = (await testApp.video(maya, "Misread")).id;
  });

  test("plays the old files until the new ones are complete, and keeps its counts and its date", async () => {
    const before = await item(video);
    const old = await runOf(video);
    await maya.call(notificationRoutes.markAll);
    const statuses = await Promise.all(
      [1, 2].map(async () => (await mod.send("POST", `/api/v1/admin/contents/${video}/reprocess`, again)).status),
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await item(video)).toEqual(before);
    expect(await inConsole(video)).toMatchObject({
      state: "ready",
      reprocessing: { progress: 0, fault: null },
      can: { reprocess: false },
    });
    const { contents } = await mod.call(staffContentRoutes.list, { query: { filter: "processing" } });
    expect(contents.map(({ id }) => id)).toEqual([video]);

    await testApp.settle();
    const after = await item(video);
    expect(await runOf(video)).not.toBe(old);
    expect(after).toMatchObject({ state: "ready", published_at: before.published_at, length: before.length });
    for (const url of [after.video_content.hls, after.video_content.storyboard, after.thumbnail])
      expect([url, await status(url)]).toEqual([url, 200]);
    expect(await inConsole(video)).toMatchObject({ reprocessing: null, can: { reprocess: true } });
    // Somebody who is watching may still fetch the old segments, for an hour.
    expect(await status(before.video_content.hls)).toBe(200);
    await deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
    await testApp.settle();
    expect((await deps.storage.list(`contents/${video}/`)).filter((key) => key.includes(old))).toEqual([]);
    expect(await status((await item(video)).video_content.hls)).toBe(200);
    const { entries } = await ada.call(auditRoutes.list, { query: { search: video } });
    expect(entries).toMatchObject([{ action: "content.retried", reason, staff: { username: "mod" } }]);
    // It was ready before, so nobody is notified as if it were new.
    expect((await maya.call(notificationRoutes.list, { query: {} })).unread).toBe(0);
  });

  test("keeps its curve: a page opened before still counts, and nobody counts twice, however often it is done", async () => {
    const { id } = await testApp.video(maya, "Watched");
    await (await open(leo, id))();
    const ofAna = await open(ana, id);
    for (let times = 0; times < 2; times++) {
      await reprocess(id);
      await testApp.settle();
    }
    await ofAna();
    expect(await viewersOf(id)).toEqual([2, 2]);
    expect((await ana.call(playbackRoutes.start, { params: { id } })).resume_at_s).toBe(1);
    await (await open(leo, id))();
    expect(await viewersOf(id)).toEqual([2, 2]);
  });

  test("stays unchanged if that fails; staff see the reason and can try again", async () => {
    const before = await item(video);
    const key = `contents/${video}/original`;
    await deps.pool.query("update contents set original_key = 'contents/gone' where id = $1", [video]);
    await reprocess(video);
    await testApp.settle();
    expect(await item(video)).toEqual(before);
    expect(await inConsole(video)).toMatchObject({
      reprocessing: { fault: expect.stringContaining("no longer there") },
      can: { reprocess: true },
    });
    await deps.pool.query("update contents set original_key = $2 where id = $1", [video, key]);
    await reprocess(video);
    await testApp.settle();
    expect(await inConsole(video)).toMatchObject({ reprocessing: null });
  });

  test("stays unchanged if the ladder is complete but the rest cannot be made, and staff can try again", async () => {
    const before = await item(video);
    await reprocess(video);
    await failExtras(testApp);
    expect(await item(video)).toEqual(before);
    expect(await inConsole(video)).toMatchObject({
      reprocessing: { fault: expect.stringContaining("on our side") },
      can: { reprocess: true },
    });
    await reprocess(video);
    await testApp.settle();
    expect(await inConsole(video)).toMatchObject({ reprocessing: null });
  });

  test("cannot have its file replaced or be trimmed meanwhile, and leaves nothing behind if purged", async () => {
    const { id } = await testApp.video(maya, "Busy");
    const upload = uploadId.parse(await uploadBytes(maya, await testApp.clip()));
    await testApp.settle();
    await reprocess(id);
    expect(await maya.refused(fileRoutes.replace, { params: { id }, body: { upload_id: upload } })).toMatchObject({
      code: 409,
    });
    await purgeContent(deps, id);
    await testApp.settle();
    expect(await deps.storage.list(`contents/${id}/`)).toEqual([]);
    const { rows } = await deps.pool.query("select from unpublished_media where content_id = $1", [id]);
    expect(rows).toEqual([]);
  });
});

test("what was deleted before it was processed again is processed once the deletion is undone", async () => {
  const { id } = await testApp.video(maya, "Deleted meanwhile");
  const old = await runOf(id);
  await reprocess(id);
  await maya.call(contentRoutes.remove, { params: { id }, body: {} });
  await testApp.settle();
  await maya.call(contentRoutes.undelete, { params: { id } });
  expect(await inConsole(id)).toMatchObject({ reprocessing: { fault: null } });
  await testApp.settle();
  expect(await inConsole(id)).toMatchObject({ reprocessing: null });
  expect(await runOf(id)).not.toBe(old);
});

test("the pictures of a set and the pages of a document are redrawn, and stay visible meanwhile", async () => {
  const photo = await drawPhoto(1_000, 500);
  const sent = await uploadImage(maya, photo);
  const pdf = await uploadBytes(maya, playbook(2), "playbook.pdf", "document");
  await testApp.settle();
  const set = await maya.call(contentRoutes.upload, {
    body: toImagesForm(testApp.categoryId, [{ upload_id: sent, alt: "A start" }]),
  });
  const book = await maya.call(contentRoutes.upload, {
    body: { ...toUploadForm(testApp.categoryId, pdf), type: "document" },
  });
  await testApp.settle();
  const before = { set: await item(set.id), book: await item(book.id) };
  const runs = [await runOf(set.id), await runOf(book.id)];
  for (const { id } of [set, book]) await reprocess(id);
  expect({ set: await item(set.id), book: await item(book.id) }).toEqual(before);
  await testApp.settle();
  expect([await runOf(set.id), await runOf(book.id)].some((run) => runs.includes(run))).toBe(false);
  const after = { set: await item(set.id), book: await item(book.id) };
  expect(after.set.images.map(({ alt, width_px }) => [alt, width_px])).toEqual([["A start", 1_000]]);
  for (const { url } of after.set.images.flatMap(({ files }) => files))
    expect([url, await status(url)]).toEqual([url, 200]);
  expect(after.set.images[0]?.files).toHaveLength(before.set.images[0]?.files.length ?? 0);
  expect(after.book.document?.page_count).toBe(2);
  for (const { thumbnail } of Object.values(after)) expect(await status(thumbnail)).toBe(200);
  const text = await maya.call(documentRoutes.text, { params: { id: book.id }, query: { from: 1 } });
  expect(text.pages).toHaveLength(2);
  const { rows } = await deps.pool.query("select run from documents where content_id = $1", [book.id]);
  expect(rows).toEqual([{ run: await runOf(book.id) }]);
});

test("a trimmed video keeps its URL and its part, now cut from the new files, and nobody sees more meanwhile", async () => {
  const { id } = await testApp.video(maya, "Trimmed");
  await maya.call(cutRoutes.setTrim, { params: { id }, body: { from_s: 0, to_s: 1.5 } });
  expect(await refuse(id)).toMatchObject({ code: 409, message: STAFF_CONTENT_MESSAGES.trimming });
  await testApp.settle();
  await maya.call(notificationRoutes.markAll);
  const trimOf = () => maya.call(cutRoutes.trim, { params: { id } });
  const [before, trim, shown] = [await item(id), await trimOf(), await runOf(id)];
  const whole = await wholeOf(id);
  await (await open(leo, id))();
  const ofAna = await open(ana, id);
  await reprocess(id);
  expect(await item(id)).toEqual(before);
  await testApp.settle();
  const after = await item(id);
  expect([await runOf(id), await wholeOf(id)].some((run) => [shown, whole].includes(run))).toBe(false);
  expect(after).toMatchObject({ state: "ready", length: before.length, total_views: before.total_views });
  const { hls: _, ...same } = trim;
  expect(await trimOf()).toMatchObject(same);
  for (const url of [after.video_content.hls, after.video_content.storyboard, after.thumbnail, (await trimOf()).hls])
    expect([url, await status(url)]).toEqual([url, 200]);
  // Viewers can keep watching, and swapping the folder name in a URL does not reveal the whole video.
  expect(await status(before.video_content.hls)).toBe(200);
  const guessed = after.video_content.hls?.replace(await runOf(id), await wholeOf(id));
  expect([guessed === after.video_content.hls, await status(guessed)]).toEqual([false, 404]);
  expect((await deps.storage.list(`contents/${id}/`)).filter((key) => key.includes(whole))).toEqual([]);
  expect(await inConsole(id)).toMatchObject({ reprocessing: null, can: { reprocess: true } });
  for (const report of [ofAna, await open(leo, id)]) await report();
  expect(await viewersOf(id)).toEqual([2, 2]);
  expect((await maya.call(notificationRoutes.list, { query: {} })).unread).toBe(0);

  await maya.call(cutRoutes.undoTrim, { params: { id } });
  expect((await item(id)).length).toBe(trim.length_s);
  await (await open(leo, id))();
  expect(await viewersOf(id)).toEqual([1, 1]);
});

test("a video trimmed while it is processed again is cut from the new files", async () => {
  const { id } = await testApp.video(maya, "Trimmed meanwhile");
  const old = await runOf(id);
  await reprocess(id);
  await maya.call(cutRoutes.setTrim, { params: { id }, body: { from_s: 0, to_s: 1.5 } });
  await testApp.settle();
  expect(await maya.call(cutRoutes.trim, { params: { id } })).toMatchObject({ state: "trimmed", to_s: 1.5 });
  expect([await runOf(id), await wholeOf(id)]).not.toContain(old);
  expect(await status((await item(id)).video_content.hls)).toBe(200);
});

test("a video is processed again although a new file of it failed, which then leaves nothing", async () => {
  const { id } = await testApp.video(maya, "Not replaced");
  const old = await runOf(id);
  const upload = uploadId.parse(await uploadBytes(maya, Buffer.from("not a video at all")));
  // The check could not run, so the upload was let through.
  await deps.pool.query("update uploads set is_valid = true, completed_at = now() where id = $1", [upload]);
  await maya.call(fileRoutes.replace, { params: { id }, body: { upload_id: upload } });
  await testApp.settle();
  expect((await maya.call(fileRoutes.one, { params: { id } })).replacement).toMatchObject({ state: "failed" });
  expect(await inConsole(id)).toMatchObject({ can: { reprocess: true } });
  await reprocess(id);
  await testApp.settle();
  expect(await runOf(id)).not.toBe(old);
  expect((await maya.call(fileRoutes.one, { params: { id } })).replacement).toBeNull();
  expect((await maya.refused(uploadRoutes.one, { params: { id: upload } })).code).toBe(404);
});

test("a video without its original, or whose file is being replaced, is refused", async () => {
  const without = await testApp.video(maya, "No original");
  await deps.pool.query("update contents set original_key = null where id = $1", [without.id]);
  expect(await refuse(without.id)).toMatchObject({ code: 409, message: STAFF_CONTENT_MESSAGES.noOriginal });
  const replaced = await testApp.video(maya, "Replaced");
  const upload = uploadId.parse(await uploadBytes(maya, await testApp.clip()));
  await maya.call(fileRoutes.replace, { params: { id: replaced.id }, body: { upload_id: upload } });
  expect(await refuse(replaced.id)).toMatchObject({ code: 409, message: STAFF_CONTENT_MESSAGES.replaced });
  const failed = await testApp.publishes(maya, "Failed", { state: "failed" });
  await reprocess(failed.id);
  expect(await refuse(failed.id)).toMatchObject({ code: 409, message: STAFF_CONTENT_MESSAGES.processing });
});
