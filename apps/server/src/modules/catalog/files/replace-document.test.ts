import { contentRoutes } from "@app/contract/contents";
import { DOCUMENT_FAULTS, documentRoutes } from "@app/contract/documents";
import { FILE_MESSAGES, fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { searchRoutes } from "@app/contract/search";
import { expect, test } from "vitest";
import { encrypted, playbook } from "#modules/catalog/documents/testing/pdfs.ts";
import { checkUpload } from "#modules/catalog/uploads/check-upload.service.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes, uploadFor } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Individual" });
const fan = await testApp.person("fan");

const sendPdf = (bytes: Buffer, name = "playbook.pdf") => uploadBytes(maya, bytes, name, "document");
const open = (id: ContentId) => ({ params: { id } });
const file = (id: ContentId) => maya.call(fileRoutes.one, open(id));
const read = (id: ContentId) => fan.call(contentRoutes.one, open(id));
const replace = (id: ContentId, upload: string) =>
  maya.call(fileRoutes.replace, { ...open(id), body: { upload_id: uploadId.parse(upload) } });

async function publish(bytes: Buffer): Promise<ContentId> {
  const upload_id = await sendPdf(bytes);
  const body = { ...toUploadForm(testApp.categoryId, upload_id), type: "document" as const };
  const { id } = await maya.call(contentRoutes.upload, { body });
  await testApp.settle();
  return id;
}

async function findIds(search: string): Promise<string[]> {
  const { contents } = await fan.call(searchRoutes.result, { query: { search, type: "document" } });
  return contents.map(({ id }) => id);
}

test("a new file keeps the document's URL and counts, and its pages, words and hits are the new ones", async () => {
  const id = await publish(playbook(5, "xylophonic"));
  await deps.pool.query("update contents set total_views = 12 where id = $1", [id]);
  const before = await read(id);
  const upload = await sendPdf(playbook(3, "quixotically"), "playbook-2.pdf");
  expect((await replace(id, upload)).replacement).toMatchObject({ state: "checking" });
  expect((await read(id)).document).toEqual(before.document);

  await testApp.settle();
  const after = await read(id);
  expect(after).toMatchObject({ total_views: 12, state: "ready", published_at: before.published_at });
  expect(after.document).toMatchObject({ page_count: 3, has_text: true });
  expect(after.document?.version).not.toBe(before.document?.version);
  expect(after.thumbnail).not.toBe(before.thumbnail);
  for (const url of [after.thumbnail, after.document?.pages[2]?.images.medium])
    expect((await fetch(testApp.origin + url)).status).toBe(200);
  expect((await fan.call(documentRoutes.text, open(id))).pages).toHaveLength(3);
  const find = async (q: string) => (await fan.call(documentRoutes.find, { ...open(id), query: { q } })).pages;
  expect([await find("xylophonic"), (await find("quixotically")).length]).toEqual([[], 3]);
  expect([await findIds("xylophonic"), await findIds("quixotically")]).toEqual([[], [id]]);
  expect(await file(id)).toMatchObject({ file_name: "playbook-2.pdf", replacement: null });

  // Somebody who is reading may still fetch the old pages for an hour.
  const oldPage = testApp.origin + before.document?.pages[4]?.images.medium;
  expect((await fetch(oldPage)).status).toBe(200);
  await deps.pool.query("update graphile_worker._private_jobs set run_at = now()");
  await testApp.settle();
  expect((await fetch(oldPage)).status).toBe(404);
  expect((await fetch(testApp.origin + (await file(id)).url)).status).toBe(200);
});

test("a file that is chosen while it is being checked is processed for the document that it replaces", async () => {
  const id = await publish(playbook(2));
  const upload = await sendPdf(playbook(3));
  await deps.pool.query("delete from graphile_worker._private_jobs");
  const copyTo: typeof deps.uploads.copyTo = async (...args) => {
    await replace(id, upload);
    return deps.uploads.copyTo(...args);
  };
  await checkUpload({ ...deps, uploads: { ...deps.uploads, copyTo } }, upload, new AbortController().signal);
  await testApp.settle();
  const { document, thumbnail } = await read(id);
  expect(document?.page_count).toBe(3);
  for (const url of [document?.pages[0]?.images.medium, thumbnail]) expect(url).toContain(`/contents/${id}/`);
});

test("a thumbnail that the owner sent stays", async () => {
  const id = await publish(playbook(1));
  const key = `contents/${id}/thumbnail/mine.webp`;
  await deps.pool.query("update contents set thumbnail_key = $2, thumbnail_small_key = $2 where id = $1", [id, key]);
  await replace(id, await sendPdf(playbook(2)));
  await testApp.settle();
  expect((await read(id)).document?.page_count).toBe(2);
  expect((await read(id)).thumbnail).toContain("/thumbnail/mine.webp");
});

test("a file that cannot be read leaves the old one, with the reason", async () => {
  const id = await publish(playbook(2));
  const before = await read(id);
  await replace(id, await sendPdf(encrypted()));
  await testApp.settle();
  expect((await file(id)).replacement).toMatchObject({ state: "failed", message: DOCUMENT_FAULTS.encrypted });
  expect(await read(id)).toEqual(before);
});

test("of a file whose sender lost the right to replace it nothing is left, and another one can be tried", async () => {
  const id = await publish(playbook(2));
  const before = await read(id);
  const staff = await testApp.person("moderator", { staffRole: "moderator" });
  const upload_id = await uploadFor(staff, id, { type: "document", bytes: playbook(3) });
  await staff.call(fileRoutes.replace, { ...open(id), body: { upload_id } });
  await deps.pool.query("update accounts set staff_role = null where id = $1", [staff.accountId]);
  await testApp.settle();
  const runs = async () => (await deps.pool.query("select run from documents where content_id = $1", [id])).rows;
  expect(await read(id)).toEqual(before);
  expect(await runs()).toEqual([{ run: before.document?.version }]);
  const { run } = (await runs())[0];
  const made = (await deps.storage.list(`contents/${id}/`)).filter((key) => key.endsWith(".webp"));
  expect(made.filter((key) => !key.includes(run))).toEqual([]);
  await replace(id, await sendPdf(playbook(4)));
  await testApp.settle();
  expect((await read(id)).document?.page_count).toBe(4);
});

test("a file takes the place of one that failed, has expired and is not purged yet", async () => {
  const id = await publish(playbook(2));
  const failed = await sendPdf(encrypted());
  await deps.pool.query("update uploads set is_valid = true, completed_at = now() where id = $1", [failed]);
  await replace(id, failed);
  await testApp.settle();
  await deps.pool.query("update uploads set expires_at = now() where id = $1", [failed]);
  await replace(id, await sendPdf(playbook(3)));
  await testApp.settle();
  expect((await read(id)).document?.page_count).toBe(3);
});

test("a video cannot replace it", async () => {
  const id = await publish(playbook(2));
  const upload_id = uploadId.parse(await uploadBytes(maya, await testApp.clip()));
  const refusal = await maya.refused(fileRoutes.replace, { ...open(id), body: { upload_id } });
  expect(refusal.errors).toEqual({ upload_id: [FILE_MESSAGES.otherType] });
  await testApp.settle();
});

test("a document that failed is listed once its new file is processed", async () => {
  const upload = await sendPdf(encrypted());
  // The check could not run, so the upload was let through.
  await deps.pool.query("update uploads set is_valid = true, completed_at = now() where id = $1", [upload]);
  const body = { ...toUploadForm(testApp.categoryId, upload), type: "document" as const };
  const { id } = await maya.call(contentRoutes.upload, { body });
  await testApp.settle();
  expect((await maya.call(contentRoutes.one, open(id))).state).toBe("failed");
  await replace(id, await sendPdf(playbook(2, "resurrected")));
  await testApp.settle();
  expect(await read(id)).toMatchObject({ state: "ready", fault: null, document: { page_count: 2 } });
  expect(await findIds("resurrected")).toEqual([id]);
});
