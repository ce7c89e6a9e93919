import { contentRoutes } from "@app/contract/contents";
import { DOCUMENT_FAULTS, documentRoutes } from "@app/contract/documents";
import type { ContentId } from "@app/contract/ids";
import { searchRoutes } from "@app/contract/search";
import { uploadRoutes } from "@app/contract/uploads";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { purgeContent } from "#modules/catalog/contents/contents-maintenance.service.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { processDocument } from "./process-document.service.ts";
import { encrypted, hyphenated, playbook, scanned, withoutFonts } from "./testing/pdfs.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const never = new AbortController().signal;

const sendPdf = (owner: TestPerson, bytes: Buffer) => uploadBytes(owner, bytes, "playbook.pdf", "document");
const form = (uploadId: string) => ({ ...toUploadForm(testApp.categoryId, uploadId), type: "document" as const });

async function publish(owner: TestPerson, bytes: Buffer, more: { visibility?: "private" | "unlisted" } = {}) {
  const upload = await sendPdf(owner, bytes);
  await testApp.settle();
  return owner.call(contentRoutes.upload, { body: { ...form(upload), ...more } });
}

const read = (person: TestPerson, id: ContentId) => person.call(contentRoutes.one, { params: { id } });
const rowsOf = async (id: ContentId) =>
  (await deps.pool.query("select count(*)::int as pages from document_pages where content_id = $1", [id])).rows[0]
    .pages;

/** Drawn once for the tests that only read it. */
const author = await testApp.person("author", { plan: "Individual" });
let book: ContentId;
beforeAll(async () => {
  book = (await publish(author, playbook(12, "xylophonic"))).id;
  await testApp.settle();
});

test("search finds a document by its text and opens the matching page; private and deleted ones are not found", async () => {
  const fan = await testApp.person("author-fan");
  const find = async (search: string) => {
    const { contents } = await fan.call(searchRoutes.result, { query: { search, type: "document" } });
    return contents.filter((found) => found.id === book).map(({ written }) => written);
  };
  expect(await find("Xylophonic")).toEqual([{ page: 1, text: "xylophonic" }]);
  expect(await find("playbook 11 xylophonic")).toEqual([{ page: 11, text: "xylophonic" }]);
  expect(await find("xylophonic route")).toEqual([{ page: 1, text: "xylophonic route" }]);
  // The page has another form of the word.
  expect(await find("xylophonics")).toEqual([{ page: 1, text: null }]);
  // The match is in the title, so the document opens at its beginning.
  expect(await find("sunday session")).toEqual([null]);
  await author.call(contentRoutes.update, { params: { id: book }, body: { visibility: "private" } });
  expect(await find("xylophonic")).toEqual([]);
});

describe("the PDF itself", () => {
  test("is downloaded under its original name by the owner and staff, and by others only if the owner allows it", async () => {
    const maya = await testApp.person("lending.maya", { plan: "Individual" });
    const fan = await testApp.person("reading.fan");
    const staff = await testApp.person("staff.reader", { staffRole: "moderator" });
    const bytes = playbook(1);
    const { id } = await publish(maya, bytes);
    await testApp.settle();
    expect((await read(fan, id)).document?.download).toBeNull();
    for (const person of [maya, staff]) expect((await read(person, id)).document?.download).not.toBeNull();

    await maya.call(contentRoutes.update, { params: { id }, body: { downloads_open: true } });
    const reply = await fetch(testApp.origin + (await read(fan, id)).document?.download);
    expect(reply.headers.get("content-disposition")).toContain('attachment; filename="playbook.pdf"');
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);

    // A reader's URL stops working when the owner closes downloads; the pages can still be read.
    const lent = testApp.origin + (await read(fan, id)).document?.download;
    const page = testApp.origin + (await read(fan, id)).document?.pages[0]?.images.medium;
    await maya.call(contentRoutes.update, { params: { id }, body: { downloads_open: false } });
    expect([(await fetch(lent)).status, (await fetch(page)).status]).toEqual([404, 200]);
    await maya.call(contentRoutes.update, { params: { id }, body: { downloads_open: true } });

    // URLs that others were given stop working once the item is no longer public.
    const given = testApp.origin + (await read(fan, id)).document?.download;
    await maya.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
    expect((await fetch(given)).status).toBe(404);
  });
});

describe("a PDF becomes a document", () => {
  test("warns its owner, and nobody else, about letters that could not be drawn", async () => {
    const owner = await testApp.person("writing.maya", { plan: "Individual" });
    const { id } = await publish(owner, withoutFonts());
    await testApp.settle();
    const { state, warning } = await read(owner, id);
    expect([state, warning]).toEqual(["ready", expect.stringMatching(/^Some letters on page 2 are missing/)]);
    expect((await read(await testApp.person("reading.leo"), id)).warning).toBeNull();
  });

  test("that is drawn before it is published can be read at once by everybody who may see it", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const fan = await testApp.person("fan");
    const upload = await sendPdf(maya, playbook(2));
    await testApp.settle();
    expect(await maya.call(uploadRoutes.one, { params: { id: upload } })).toMatchObject({
      type: "document",
      check: { ok: true, message: null, length: null },
      awaits_frames: false,
      processing: { state: "ready", progress: 100 },
    });
    const body = form(upload);
    const [item, again] = await Promise.all([
      maya.call(contentRoutes.upload, { body }),
      maya.call(contentRoutes.upload, { body }),
    ]);
    expect(again.id).toBe(item.id);
    await testApp.settle();
    const seen = await read(fan, item.id);
    expect(seen).toMatchObject({ type: "document", state: "ready", length: null, warning: null });
    expect(seen.document).toMatchObject({ page_count: 2, has_text: true });
    expect(seen.document?.pages.map(({ page }) => page)).toEqual([1, 2]);
    expect(seen.document?.outline).toHaveLength(2);
    const [first] = seen.document?.pages ?? [];
    for (const [url, width] of [
      [first?.images.thumbnail, 240],
      [first?.images.medium, 800],
      [first?.images.large, 1_600],
      [seen.thumbnail, 1_280],
    ] as const) {
      const picture = await fetch(new URL(url ?? "", testApp.origin));
      expect(picture.headers.get("content-type")).toBe("image/webp");
      expect((await sharp(await picture.bytes()).metadata()).width).toBe(width);
    }
    const { rows } = await deps.pool.query("select original_key from contents where id = $1", [item.id]);
    expect((await testApp.visitor.send("GET", `/media/o/${rows[0].original_key}`)).status).toBe(404);
  });

  test("can be published while it is still being drawn", async () => {
    const otis = await testApp.person("otis", { plan: "Individual" });
    const upload = await sendPdf(otis, playbook(4));
    const { id } = await otis.call(contentRoutes.upload, { body: form(upload) });
    expect(await read(otis, id)).toMatchObject({ state: "processing", document: null });
    await testApp.settle();
    expect(await read(otis, id)).toMatchObject({ state: "ready", document: { page_count: 4 } });
  });

  test("has its words and links read in windows, and can be searched", async () => {
    const params = { id: book };
    expect((await read(author, book)).document?.pages.map(({ page }) => page)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
    const window = await author.call(documentRoutes.text, { params, query: { from: 11 } });
    expect(window.pages.map(({ page }) => page)).toEqual([11, 12]);
    expect(window.pages[0]?.words.slice(0, 2).map(({ text }) => text)).toEqual(["Page", "11"]);
    expect(window.pages[0]?.links).toMatchObject([{ page: 12, url: null }]);
    const find = async (q: string) => (await author.call(documentRoutes.find, { params, query: { q } })).pages;
    expect(await find("PAGE 7 of")).toEqual([{ page: 7, hits: 1 }]);
    // "e" is in every line, some 5 times: more often than is counted.
    const often = await author.call(documentRoutes.find, { params, query: { q: "e" } });
    expect(often.is_complete).toBe(false);
    const rare = await author.call(documentRoutes.find, { params, query: { q: "xylophonic" } });
    expect(rare.is_complete).toBe(true);
    expect((await find("xylophonic")).map(({ hits }) => hits)).toEqual(Array.from({ length: 12 }, () => 40));
    // A phrase may run across a line break; SQL wildcards match nothing.
    expect(await find("safety. play 2:")).toHaveLength(12);
    for (const nothing of ["", "   ", "%", "no such word"]) expect(await find(nothing)).toEqual([]);
    expect((await author.send("GET", `/api/v1/content/${book}/document-text?count=11`)).status).toBe(422);
    expect((await author.send("GET", `/api/v1/content/${book}/document-search?q=${"x".repeat(101)}`)).status).toBe(422);
  });

  test("is searched for a word that is divided at the end of a line, with the hyphen and without it", async () => {
    const dora = await testApp.person("dora", { plan: "Individual" });
    const { id } = await publish(dora, hyphenated());
    await testApp.settle();
    const hits = async (q: string) => (await dora.call(documentRoutes.find, { params: { id }, query: { q } })).pages;
    for (const found of ["football team", "Foot-Ball team"]) expect(await hits(found)).toEqual([{ page: 1, hits: 1 }]);
    for (const nothing of ["foo-tball", "its-plays"]) expect(await hits(nothing)).toEqual([]);
  });

  test("has no text if it is scanned", async () => {
    const lena = await testApp.person("lena", { plan: "Individual" });
    const { id } = await publish(lena, await scanned(2));
    expect((await read(lena, id)).document).toMatchObject({ page_count: 2, has_text: false });
  });
});

describe("an unreadable file is refused on its field, and nothing of it is published", () => {
  test.each([
    ["encrypted", encrypted(), DOCUMENT_FAULTS.encrypted],
    ["cut", playbook(3).subarray(0, 2_000), DOCUMENT_FAULTS.broken],
    ["renamed", Buffer.from("<svg onload=alert(1)>"), DOCUMENT_FAULTS.notPdf],
  ])("%s", async (name, bytes, sentence) => {
    const owner = await testApp.person(`owner-of-${name}`, { plan: "Individual" });
    const upload = await sendPdf(owner, bytes);
    await testApp.settle();
    const { check } = await owner.call(uploadRoutes.one, { params: { id: upload } });
    expect(check).toEqual({ ok: false, message: sentence, length: null });
    const refusal = await owner.refused(contentRoutes.upload, { body: form(upload) });
    expect(refusal.errors).toEqual({ upload_id: [sentence] });
    expect((await deps.pool.query("select from contents where upload_id = $1", [upload])).rowCount).toBe(0);
  });

  test("a PDF uploaded or published as a video", async () => {
    const owner = await testApp.person("mixed-up", { plan: "Individual" });
    const asVideo = await uploadBytes(owner, playbook(1), "playbook.pdf", "video");
    await testApp.settle();
    expect((await owner.call(uploadRoutes.one, { params: { id: asVideo } })).check?.ok).toBe(false);
    const asDocument = await sendPdf(owner, playbook(1));
    const body = { ...form(asDocument), type: "video" };
    expect((await owner.send("POST", "/api/v1/content-upload", { body })).status).toBe(422);
  });

  test("an item whose file turns out to be broken fails, and its owner can press Retry", async () => {
    const owner = await testApp.person("unlucky", { plan: "Individual" });
    const fan = await testApp.person("unlucky-fan");
    const upload = await sendPdf(owner, encrypted());
    // The check could not run, so the upload was let through.
    await deps.pool.query("update uploads set is_valid = true, completed_at = now() where id = $1", [upload]);
    const { id } = await owner.call(contentRoutes.upload, { body: form(upload) });
    await testApp.settle();
    const failed = await read(owner, id);
    expect(failed).toMatchObject({ state: "failed", fault: DOCUMENT_FAULTS.encrypted, can: { retry: true } });
    expect((await fan.send("GET", `/api/v1/content/${id}`)).status).toBe(404);
    expect((await owner.call(contentRoutes.retry, { params: { id } })).state).toBe("processing");
    expect((await owner.send("POST", `/api/v1/content/${id}/retry`)).status).toBe(409);
    await testApp.settle();
    expect((await read(owner, id)).state).toBe("failed");
  });
});

describe("the pages of a document follow their item", () => {
  test("a private document, with its words and pictures, is for its owner alone", async () => {
    const owner = await testApp.person("keeper", { plan: "Individual" });
    const fan = await testApp.person("keeper-fan");
    const { id } = await publish(owner, playbook(2), { visibility: "private" });
    await testApp.settle();
    const url = (await read(owner, id)).document?.pages[0]?.images.medium ?? "";
    expect((await testApp.visitor.send("GET", url)).status).toBe(200);
    expect((await testApp.visitor.send("GET", `/media/o/${url.slice(url.indexOf("contents/"))}`)).status).toBe(404);
    for (const path of [`/content/${id}`, `/content/${id}/document-text`, `/content/${id}/document-search?q=page`])
      expect((await fan.send("GET", `/api/v1${path}`)).status).toBe(404);
    await owner.call(contentRoutes.update, { params: { id }, body: { visibility: "public" } });
    expect((await read(fan, id)).document?.pages).toHaveLength(2);
  });

  test("deleting hides them, purging deletes them, and so does canceling the upload", async () => {
    const owner = await testApp.person("cleaner", { plan: "Individual" });
    const { id } = await publish(owner, playbook(2));
    await testApp.settle();
    await owner.call(contentRoutes.remove, { params: { id }, body: { id } });
    expect((await owner.send("GET", `/api/v1/content/${id}/document-text`)).status).toBe(404);
    expect(await rowsOf(id)).toBe(2);
    await purgeContent(deps, id);
    expect(await rowsOf(id)).toBe(0);
    expect(await deps.storage.list(`contents/${id}/`)).toEqual([]);

    const upload = await sendPdf(owner, playbook(2));
    await testApp.settle();
    const { rows } = await deps.pool.query("select content_id from unpublished_media where upload_id = $1", [upload]);
    expect(await rowsOf(rows[0].content_id)).toBe(2);
    await owner.call(uploadRoutes.cancel, { params: { id: upload } });
    expect(await rowsOf(rows[0].content_id)).toBe(0);
  });

  test("a replaced run writes nothing", async () => {
    const owner = await testApp.person("twice", { plan: "Individual" });
    const upload = await sendPdf(owner, playbook(6));
    const { id } = await owner.call(contentRoutes.upload, { body: form(upload) });
    await deps.pool.query("delete from graphile_worker._private_jobs");
    await Promise.all([processDocument(deps, id, never), processDocument(deps, id, never)]);
    expect(await read(owner, id)).toMatchObject({ state: "ready", document: { page_count: 6 } });
    expect(await rowsOf(id)).toBe(6);
    const runs = new Set((await deps.storage.list(`contents/${id}/`)).map((key) => key.split("/")[2]));
    expect(runs.size).toBe(2);
    expect(runs.has("original")).toBe(true);
  });
});
