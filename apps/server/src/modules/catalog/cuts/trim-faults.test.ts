import { captionRoutes, toWebVtt } from "@app/contract/captions";
import { contentRoutes } from "@app/contract/contents";
import { CUT_MESSAGES, cutRoutes } from "@app/contract/cuts";
import type { ContentId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { contentHref, cutHref } from "@app/contract/paths";
import { THUMBNAIL_PART, type ThumbnailChoice } from "@app/contract/thumbnails";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { sendCaptions } from "#testing/captions.ts";
import { drawPicture, toForm } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { openGrayVideo } from "./testing/gray-video.ts";
import { failRequest } from "./trim-video.service.ts";

const testApp = await createTestApp();
const { storage, pool } = testApp.deps;
const gray = openGrayVideo(testApp);
afterAll(() => gray.remove());
afterEach(() => vi.restoreAllMocks());
const maya = await testApp.person("maya", { plan: "Individual" });

const open = (id: ContentId) => ({ params: { id } });
const requestTrim = (id: ContentId, from_s: number, to_s: number) =>
  maya.call(cutRoutes.setTrim, { ...open(id), body: { from_s, to_s } });

const publish = () => gray.publish(maya);

const readCues = async (id: ContentId) =>
  (await maya.call(captionRoutes.read, { params: { id, language: "en" } })).cues;

test("a trim is done even if the old captions cannot be removed", async () => {
  const id = await publish();
  await sendCaptions(maya, id, "WEBVTT\n\n00:05.000 --> 00:06.000\nKick-off\n");
  vi.spyOn(storage, "remove").mockRejectedValue(new Error("no connection"));
  await requestTrim(id, 4, 10);
  await testApp.settle();
  const item = await maya.call(contentRoutes.one, open(id));
  const shown = await gray.shownIn((await gray.fetchTrack(item.video_content.hls, "240p")).target);
  expect([Math.round(shown.fromS), Math.round(shown.toS)]).toEqual([4, 10]);
  expect((await fetch(testApp.origin + item.captions[0]?.url)).status).toBe(200);
});

test("the next attempt removes what a killed worker left of a trim", async () => {
  const id = await publish();
  await requestTrim(id, 4, 10);
  await pool.query("update trims set cutting_run = 'deadbeef00000000' where content_id = $1", [id]);
  const left = `contents/${id}/deadbeef00000000/hls/240p_0.m4s`;
  await storage.put(left, "half a segment", { contentType: "video/iso.segment" });
  await testApp.settle();
  expect((await maya.call(cutRoutes.trim, open(id))).state).toBe("trimmed");
  expect(await storage.read(left)).toBeNull();
});

test("captions that end after the part do not overlap those that the trim left out", async () => {
  const id = await publish();
  await sendCaptions(maya, id, "WEBVTT\n\n00:10.000 --> 00:11.000\nThe end\n");
  await requestTrim(id, 4, 10);
  await testApp.settle();
  await sendCaptions(maya, id, "WEBVTT\n\n00:05.500 --> 00:08.000\nLast shot\n");
  await maya.call(cutRoutes.undoTrim, open(id));
  const cues = await readCues(id);
  expect(cues).toEqual([
    { start_ms: 9_500, end_ms: 10_000, text: "Last shot" },
    { start_ms: 10_000, end_ms: 11_000, text: "The end" },
  ]);
  expect((await sendCaptions(maya, id, toWebVtt(cues))).status).toBe(200);
});

test("the owner is notified once of a trim that is done or has failed, but of none that was canceled", async () => {
  const owner = await testApp.person("owner", { plan: "Individual" });
  const id = await gray.publish(owner, "Final");
  const trim = async (from_s: number, to_s: number) => {
    await owner.call(notificationRoutes.markAll);
    await owner.call(cutRoutes.setTrim, { ...open(id), body: { from_s, to_s } });
  };
  const notified = async () => {
    await testApp.settle();
    const { notifications } = await owner.call(notificationRoutes.list, { query: { filter: "unread" } });
    return notifications.map(({ kind, notification_message, href }) => [kind, notification_message, href]);
  };
  await trim(4, 10);
  expect(await notified()).toEqual([["processing", "“Final” was trimmed", contentHref("video", id)]]);
  await trim(4.3, 5.8);
  expect(await notified()).toEqual([["processing", "“Final” could not be trimmed", cutHref(id)]]);
  await trim(2, 8);
  vi.spyOn(storage, "putFile").mockRejectedValue(new Error("no connection"));
  await pool.query("update graphile_worker._private_jobs set attempts = max_attempts - 1");
  expect(await notified()).toEqual([["processing", "“Final” could not be trimmed", cutHref(id)]]);
  expect((await owner.call(cutRoutes.trim, open(id))).fault).toBe(CUT_MESSAGES.ourFault);
  vi.restoreAllMocks();
  await trim(2, 8);
  await owner.call(cutRoutes.cancelTrim, open(id));
  expect(await notified()).toEqual([]);
});

test("a trim that is done stays so if its job is given up afterwards", async () => {
  const id = await publish();
  await requestTrim(id, 4, 10);
  const { rows } = await pool.query("select token from trims where content_id = $1", [id]);
  await testApp.settle();
  await failRequest(testApp.deps, { content_id: id, token: rows[0].token });
  expect(await maya.call(cutRoutes.trim, open(id))).toMatchObject({ state: "trimmed", fault: null });
});

test("a thumbnail that its owner chooses while the video is cut stays", async () => {
  const id = await publish();
  const thumbnail = async () => (await maya.call(contentRoutes.one, open(id))).thumbnail;
  const trimWhileChoosing = async (toS: number, chosen: ThumbnailChoice) => {
    await requestTrim(id, 4, toS);
    const put = storage.put.bind(storage);
    vi.spyOn(storage, "put").mockImplementationOnce(async (...file) => {
      await maya.call(contentRoutes.update, { ...open(id), body: { thumbnail: chosen } });
      return put(...file);
    });
    await testApp.settle();
    expect((await maya.call(cutRoutes.trim, open(id))).state).toBe("trimmed");
  };
  const form = toForm({}, { field: THUMBNAIL_PART.field, bytes: await drawPicture(320, 180) });
  const sent = await maya.send("POST", `/api/v1${contentRoutes.sendPicture.path}`, form);
  const picture = contentRoutes.sendPicture.data.parse(JSON.parse(sent.text).data).id;
  await trimWhileChoosing(10, { picture });
  expect(await thumbnail()).toContain(picture);
  await trimWhileChoosing(9, { frame: 0 });
  expect(await thumbnail()).toContain("/frame-0.webp");
  expect((await fetch(testApp.origin + (await thumbnail()))).status).toBe(200);
});

test("a trim whose video was deleted meanwhile is made once the deletion is undone", async () => {
  const id = await publish();
  await requestTrim(id, 4, 10);
  await maya.call(contentRoutes.remove, { ...open(id), body: {} });
  await testApp.settle();
  await maya.call(contentRoutes.undelete, open(id));
  await testApp.settle();
  expect((await maya.call(cutRoutes.trim, open(id))).state).toBe("trimmed");
});
