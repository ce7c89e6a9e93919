import { contentRoutes } from "@app/contract/contents";
import { CUT_MESSAGES, cutRoutes } from "@app/contract/cuts";
import type { ContentId } from "@app/contract/ids";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { openGrayVideo } from "./testing/gray-video.ts";

const testApp = await createTestApp();
const gray = openGrayVideo(testApp);
afterAll(() => gray.remove());
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Individual" });
const fan = await testApp.person("fan");

const open = (id: ContentId) => ({ params: { id } });
const ask = (id: ContentId, from_s: number, to_s: number) => ({ ...open(id), body: { from_s, to_s } });
const lengthFor = async (id: ContentId) => (await fan.call(contentRoutes.one, open(id))).length;

const publish = () => gray.publish(maya);

test("a canceled trim changes nothing for viewers, whether they see the whole video or a part", async () => {
  const id = await publish();

  await maya.call(cutRoutes.setTrim, ask(id, 2, 6));
  expect(await maya.call(cutRoutes.cancelTrim, open(id))).toMatchObject({ state: "whole", from_s: 0 });
  await testApp.settle();
  expect(await lengthFor(id)).toBeCloseTo(12, 0);

  await maya.call(cutRoutes.setTrim, ask(id, 4, 10));
  await testApp.settle();
  await maya.call(cutRoutes.setTrim, ask(id, 2, 8));
  const kept = await maya.call(cutRoutes.cancelTrim, open(id));
  expect(kept).toMatchObject({ state: "trimmed", from_s: 4, to_s: 10 });
  expect(await lengthFor(id)).toBeCloseTo(6, 0);
  await testApp.settle();
  expect(await maya.call(cutRoutes.trim, open(id))).toEqual({ ...kept, hls: expect.any(String) });
  const item = await fan.call(contentRoutes.one, open(id));
  const shown = await gray.shownIn((await gray.fetchTrack(item.video_content.hls, "240p")).target);
  expect(shown.fromS).toBeCloseTo(4, 0);
  expect(shown.toS).toBeCloseTo(10, 0);

  // Whoever presses too late keeps the trim as well.
  const late = await maya.refused(cutRoutes.cancelTrim, open(id));
  expect([late.code, late.message]).toEqual([409, CUT_MESSAGES.notTrimming]);
  expect(await lengthFor(id)).toBeCloseTo(6, 0);
  for (const person of [nia, fan]) expect((await person.refused(cutRoutes.cancelTrim, open(id))).code).toBe(404);
});

test("of two people who cancel at once, one does, and another trim can follow", async () => {
  const id = await publish();
  await maya.call(cutRoutes.setTrim, ask(id, 2, 6));
  const send = () => maya.send("DELETE", `/api/v1/content/${id}/trim/request`);
  const replies = await Promise.all([send(), send()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  await maya.call(cutRoutes.setTrim, ask(id, 4, 10));
  await testApp.settle();
  expect(await lengthFor(id)).toBeCloseTo(6, 0);
});

test("one of two concurrent requests wins, and a repeated undo changes nothing", async () => {
  const id = await publish();
  await Promise.all([maya.call(cutRoutes.setTrim, ask(id, 2, 6)), maya.call(cutRoutes.setTrim, ask(id, 4, 10))]);
  await testApp.settle();
  const { from_s, to_s, state } = await maya.call(cutRoutes.trim, open(id));
  expect([state, `${from_s}-${to_s}`]).toEqual(["trimmed", expect.stringMatching(/^(2-6|4-10)$/)]);
  await Promise.all([maya.call(cutRoutes.undoTrim, open(id)), maya.call(cutRoutes.undoTrim, open(id))]);
  expect((await maya.call(cutRoutes.trim, open(id))).state).toBe("whole");
  expect(await lengthFor(id)).toBeCloseTo(12, 0);
});
