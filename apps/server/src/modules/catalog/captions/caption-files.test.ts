import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { afterEach, expect, test, vi } from "vitest";
import { sendCaptions } from "#testing/captions.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { storage } = testApp.deps;
const maya = await testApp.person("maya", { plan: "Individual" });
const fileOf = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;

afterEach(() => vi.restoreAllMocks());

async function fetchCaptions(id: ContentId): Promise<string> {
  const { captions } = await maya.call(contentRoutes.one, { params: { id } });
  const reply = await fetch(testApp.origin + captions[0]?.url);
  return `${reply.status} ${await reply.text()}`;
}

test("captions can be read if the file that they replace cannot be removed", async () => {
  const { id } = await testApp.publishes(maya, "Cup final");
  await sendCaptions(maya, id, fileOf("Kick-off"));
  vi.spyOn(storage, "remove").mockRejectedValue(new Error("no connection"));
  expect((await sendCaptions(maya, id, fileOf("Half-time"))).status).toBe(200);
  expect(await fetchCaptions(id)).toMatch(/^200 .*Half-time/s);
});

test("captions that are refused leave no file, and those before them stay", async () => {
  const { id } = await testApp.publishes(maya, "Cup final");
  await sendCaptions(maya, id, fileOf("Kick-off"));
  expect((await sendCaptions(maya, id, fileOf("Half-time"), { revision: 7 })).status).toBe(409);
  expect(await fetchCaptions(id)).toMatch(/^200 .*Kick-off/s);
  expect(await storage.list(`contents/${id}/captions/`)).toHaveLength(1);
});
