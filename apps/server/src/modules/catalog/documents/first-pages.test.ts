import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { documentRoutes } from "@app/contract/documents";
import type { ContentId } from "@app/contract/ids";
import { searchRoutes } from "@app/contract/search";
import { uploadRoutes } from "@app/contract/uploads";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { bombAfter, nestedForms, playbook } from "./testing/pdfs.ts";

const PATH = process.env.PATH ?? "";

/** Starts the drawing process, whose pages from the third on, and whose faults, wait for the test. */
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-pages-"));
const at = (name: string) => path.join(folder, name);
writeFileSync(
  at("nice"),
  `#!/bin/sh
PATH='${PATH}' nice "$@" | while IFS= read -r line; do
  case "$line" in
    *'"page":3,'*) gate=${at("third")} ;;
    *'"page":4,'* | *'"fault"'*) gate=${at("rest")} ;;
    *) gate=/ ;;
  esac
  while [ ! -e "$gate" ]; do
    [ -d ${folder} ] || exit 1
    sleep 0.05
  done
  printf '%s\\n' "$line"
done
`,
);
chmodSync(at("nice"), 0o755);
const open = (gate: "third" | "rest") => writeFileSync(at(gate), "");
const close = () => {
  for (const gate of ["third", "rest"]) rmSync(at(gate), { force: true });
};
beforeEach(close);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const testApp = await createTestApp({ PATH: `${folder}${path.delimiter}${PATH}` });
const { deps } = testApp;
const BOMB =
  "This PDF takes too much memory or time to draw. Please export it again with simpler pages or smaller pictures.";

const sendPdf = (owner: TestPerson, bytes: Buffer) => uploadBytes(owner, bytes, "playbook.pdf", "document");
const form = (upload: string) => ({ ...toUploadForm(testApp.categoryId, upload), type: "document" as const });
const read = (person: TestPerson, id: ContentId) => person.call(contentRoutes.one, { params: { id } });
const statusOf = async (url: string | null | undefined) => (await fetch(new URL(url ?? "", testApp.origin))).status;

/** Publishes a PDF before it is drawn, and starts the worker. */
async function beginDrawing(owner: TestPerson, bytes: Buffer): Promise<{ id: ContentId; drawn: Promise<void> }> {
  const { id } = await owner.call(contentRoutes.upload, { body: form(await sendPdf(owner, bytes)) });
  return { id, drawn: testApp.settle() };
}

async function storedPages(id: ContentId): Promise<number> {
  const { rows } = await deps.pool.query("select count(*)::int as pages from document_pages where content_id = $1", [
    id,
  ]);
  return rows[0].pages;
}

/** Answers that only those get who may read the document. */
async function answersTo(person: TestPerson, id: ContentId): Promise<number[]> {
  const paths = [`/content/${id}`, `/content/${id}/document-text`, `/content/${id}/document-search?q=page`];
  return Promise.all(paths.map(async (one) => (await person.send("GET", `/api/v1${one}`)).status));
}

async function findIds(person: TestPerson, search: string): Promise<string[]> {
  const { contents } = await person.call(searchRoutes.result, { query: { search, type: "document" } });
  return contents.map(({ id }) => id);
}

test("a document is readable for everybody from its third page on, while the others are drawn", async () => {
  const [maya, fan] = [await testApp.person("maya", { plan: "Individual" }), await testApp.person("fan")];
  const { id, drawn } = await beginDrawing(maya, playbook(6));
  await expect.poll(() => storedPages(id)).toBe(2);
  expect(await answersTo(fan, id)).toEqual([404, 404, 404]);
  expect(await read(maya, id)).toMatchObject({ state: "processing", progress: 33, document: null });

  open("third");
  await expect.poll(() => answersTo(fan, id)).toEqual([200, 200, 200]);
  const early = await read(fan, id);
  expect(early).toMatchObject({ state: "processing", document: { page_count: 6, has_text: true } });
  expect(early.document?.outline).toHaveLength(2);
  expect(early.document?.pages.map(({ page }) => page)).toEqual([1, 2, 3]);
  for (const { images } of early.document?.pages ?? [])
    for (const url of Object.values(images)) expect(await statusOf(url)).toBe(200);
  expect(await statusOf(early.thumbnail)).toBe(200);
  const { pages } = await fan.call(documentRoutes.text, { params: { id }, query: { from: 1 } });
  expect(pages.map(({ page, words }) => [page, words[1]?.text])).toEqual([
    [1, "1"],
    [2, "2"],
    [3, "3"],
  ]);

  open("rest");
  await drawn;
  const whole = await read(fan, id);
  expect(whole).toMatchObject({ state: "ready", document: { version: early.document?.version, page_count: 6 } });
  expect(whole.document?.pages.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
  // Whoever began to read goes on, with the URLs of then.
  for (const { images } of early.document?.pages ?? []) expect(await statusOf(images.medium)).toBe(200);
});

describe("a PDF bomb", () => {
  test.each([
    ["on its only page", "one", nestedForms(3, true)],
    ["behind four good pages", "four", bombAfter(4, "xylophonic")],
  ])("%s is refused on the upload, and nothing of it is published", async (_, name, bytes) => {
    open("third");
    open("rest");
    const owner = await testApp.person(`owner-of-${name}`, { plan: "Individual" });
    const upload = await sendPdf(owner, bytes);
    await testApp.settle();
    const { check } = await owner.call(uploadRoutes.one, { params: { id: upload } });
    expect(check).toEqual({ ok: false, message: BOMB, length: null });
    const refusal = await owner.refused(contentRoutes.upload, { body: form(upload) });
    expect(refusal).toMatchObject({ code: 422, errors: { upload_id: [BOMB] } });
    expect((await deps.pool.query("select from contents where upload_id = $1", [upload])).rowCount).toBe(0);
    expect((await owner.call(contentRoutes.mine, { params: { contentType: "document" } })).contents).toEqual([]);
    expect(await findIds(owner, "xylophonic")).toEqual([]);

    const { rows } = await deps.pool.query("select content_id from unpublished_media where upload_id = $1", [upload]);
    await owner.call(uploadRoutes.cancel, { params: { id: upload } });
    for (const { content_id } of rows) {
      expect(await storedPages(content_id)).toBe(0);
      expect(await deps.storage.list(`contents/${content_id}/`)).toEqual([]);
    }
  });

  test("that is read from its third page on disappears for viewers when it fails, and its owner learns why", async () => {
    const [owner, fan] = [await testApp.person("unlucky", { plan: "Individual" }), await testApp.person("reader")];
    const { id, drawn } = await beginDrawing(owner, bombAfter(4, "quixotically"));
    open("third");
    await expect.poll(() => answersTo(fan, id)).toEqual([200, 200, 200]);
    expect((await read(fan, id)).document?.pages.map(({ page }) => page)).toEqual([1, 2, 3]);

    open("rest");
    await drawn;
    expect(await answersTo(fan, id)).toEqual([404, 404, 404]);
    expect(await read(owner, id)).toMatchObject({ state: "failed", fault: BOMB, document: null, can: { retry: true } });
    expect(await findIds(fan, "quixotically")).toEqual([]);
    const query = { channel_id: owner.channelId };
    const listed = await fan.call(contentRoutes.ofChannel, { params: { contentType: "document" }, query });
    expect(listed.contents).toEqual([]);
    const { contents } = await owner.call(contentRoutes.mine, { params: { contentType: "document" } });
    expect(contents).toMatchObject([{ id, state: "failed" }]);
  });
});
