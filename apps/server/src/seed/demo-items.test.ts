import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { cutRoutes } from "@app/contract/cuts";
import { type ContentId, channelId, contentId } from "@app/contract/ids";
import { beforeAll, expect, test } from "vitest";
import { processDocument } from "#modules/catalog/documents/process-document.service.ts";
import { findAccountByUsername } from "#modules/identity/accounts/accounts.service.ts";
import { createCaller } from "#testing/caller.ts";
import { toLogin } from "#testing/people.ts";
import { publishItem } from "#testing/publish.ts";
import { createTestApp } from "#testing/test-app.ts";
import { makeDemoDocuments } from "./demo-documents.service.ts";
import { createDemoWorld, DEMO_PASSWORD } from "./demo-people.service.ts";
import { cutDemoVideo, uploadIdOf } from "./demo-videos.service.ts";
import { VIDEOS } from "./world.ts";

const testApp = await createTestApp();
const { deps } = testApp;
beforeAll(() => createDemoWorld(deps));

async function signIn(username: string) {
  const { access_token } = await testApp.visitor.call(accountRoutes.login, { body: toLogin(username, DEMO_PASSWORD) });
  return createCaller(testApp.origin, access_token);
}

/** A demo video as it is once it is processed, without its files. */
async function publishDemo(index: number): Promise<ContentId> {
  const { channel, title, lengthS } = VIDEOS[index] ?? { channel: "", title: "", lengthS: 0 };
  const owner = { channelId: channelId.parse((await findAccountByUsername(deps.sql, channel))?.channel_id) };
  const { id } = await publishItem(deps, owner, title, {
    categoryId: testApp.categoryId,
    lengthMs: lengthS * 1_000,
  });
  await deps.pool.query("update contents set upload_id = $2, has_preview = true, has_storyboard = true where id = $1", [
    id,
    uploadIdOf(index),
  ]);
  return id;
}

test("the demo's playbooks are documents that any member can read, however often they are made", async () => {
  for (let time = 0; time < 2; time++) await makeDemoDocuments(deps);
  const { rows } = await deps.pool.query("select id from contents where type = 'document'");
  const ids = rows.map(({ id }) => contentId.parse(id));
  for (const id of ids) await processDocument(deps, id, new AbortController().signal);
  const fan = await testApp.person("reading.fan");
  const books = await Promise.all(ids.map((id) => fan.call(contentRoutes.one, { params: { id } })));
  const seen = books.map(({ title, state, document }) => [title, state, document?.pages.length]);
  expect(new Set(seen)).toEqual(
    new Set([
      ["Half-court sets for five small guards", "ready", 7],
      ["The exchange zone, step by step", "ready", 5],
    ]),
  );
});

test("one of the demo's videos is trimmed", async () => {
  const index = VIDEOS.findIndex(({ trim }) => trim !== undefined);
  const id = await publishDemo(index);
  expect(await cutDemoVideo(deps, index)).toBe(true);
  const owner = await signIn("sol.castellane");
  const trim = await owner.call(cutRoutes.trim, { params: { id } });
  expect(trim).toMatchObject({ state: "trimming", from_s: 2, to_s: 12, length_s: 14 });
});

test("one of the demo's videos has a clip", async () => {
  const index = VIDEOS.findIndex(({ clip }) => clip !== undefined);
  const id = await publishDemo(index);
  expect(await cutDemoVideo(deps, index)).toBe(true);
  const owner = await signIn("nils.aaberg");
  const { contents } = await owner.call(contentRoutes.mine, { params: { contentType: "video" } });
  const [clip] = contents.filter(({ title }) => title === "Where it turned");
  const item = await owner.call(contentRoutes.one, { params: { id: contentId.parse(clip?.id) } });
  expect(item.clip_of).toEqual({ id, title: "Night slalom, second run" });
  const { rows } = await deps.pool.query("select from_ms, to_ms from clips where source_id = $1", [id]);
  expect(rows).toEqual([{ from_ms: 4_000, to_ms: 8_000 }]);
});
