import { writeFile } from "node:fs/promises";
import path from "node:path";
import { analyticsRoutes } from "@app/contract/analytics";
import { captionRoutes } from "@app/contract/captions";
import { contentRoutes } from "@app/contract/contents";
import { CUT_MESSAGES, cutRoutes } from "@app/contract/cuts";
import { fileRoutes } from "@app/contract/files";
import { filmNoteRoutes } from "@app/contract/film-notes";
import { type ContentId, uploadId } from "@app/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendCaptions } from "#testing/captions.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { openGrayVideo } from "./testing/gray-video.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const gray = openGrayVideo(testApp);
afterAll(() => gray.remove());
const maya = await testApp.person("maya", { plan: "Individual" });
const nia = await testApp.person("nia", { plan: "Individual" });
const fan = await testApp.person("fan");
const staff = await testApp.person("moderator", { staffRole: "moderator" });

/** Frames are not stored in the order they are shown in, so a copy may end a few frames off. */
const REORDERED_S = 0.25;
const CAPTIONS = [
  "WEBVTT",
  "00:00.500 --> 00:01.500\nWarm-up",
  "00:03.000 --> 00:05.000\nKick-off",
  "00:07.000 --> 00:08.000\nGoal",
  "00:10.500 --> 00:11.500\nWhistle\n",
].join("\n\n");

const ARROW = { kind: "arrow" as const, color: "yellow" as const, points: [0, 0, 900, 900] };
const WHOLE = ["500-1500 Warm-up", "3000-5000 Kick-off", "7000-8000 Goal", "10500-11500 Whistle"];

const open = (id: ContentId) => ({ params: { id } });
const itemOf = (id: ContentId, person: TestPerson = maya) => person.call(contentRoutes.one, open(id));
const trimOf = (id: ContentId) => maya.call(cutRoutes.trim, open(id));
const ask = (id: ContentId, from_s: number, to_s: number) => ({ ...open(id), body: { from_s, to_s } });
const toClip = (id: ContentId, from_s: number, to_s: number) => ({
  ...open(id),
  body: { from_s, to_s, title: "The goal", visibility: "public" as const },
});
const textsOf = async (id: ContentId) =>
  (await fan.call(captionRoutes.read, { params: { id, language: "en" } })).cues.map(
    ({ start_ms, end_ms, text }) => `${start_ms}-${end_ms} ${text}`,
  );

let video: ContentId;
beforeAll(async () => {
  video = await publish("Cup final");
});

const publish = (title: string) => gray.publish(maya, title);

describe("a clip", () => {
  test("is a separate item, cut from the rungs without encoding, and starts at the previous keyframe", async () => {
    await sendCaptions(maya, video, CAPTIONS);
    const begun = await maya.call(cutRoutes.clip, toClip(video, 4.6, 8));
    expect(begun).toMatchObject({ title: "The goal", type: "video", state: "processing" });
    await testApp.settle();
    const clip = await itemOf(begun.id, fan);
    expect(clip).toMatchObject({ state: "ready", clip_of: { id: video, title: "Cup final" } });
    expect(clip.length).toBeCloseTo(4, 0);
    expect(clip.thumbnail).not.toBeNull();
    for (const rung of ["240p", "360p"]) {
      const { target, playlist } = await gray.fetchTrack(clip.video_content.hls, rung);
      expect(playlist).toContain("#EXT-X-ENDLIST");
      const shown = await gray.shownIn(target);
      expect(shown.fromS).toBeCloseTo(4, 0);
      expect(shown.toS).toBeCloseTo(8, 0);
      expect(Math.abs(shown.lengthS - 4)).toBeLessThanOrEqual(REORDERED_S);
    }
    expect((await gray.fetchTrack(clip.video_content.hls, "audio")).urls.length).toBeGreaterThan(1);
    expect(await textsOf(begun.id)).toEqual(["0-1000 Kick-off", "3000-4000 Goal"]);
    const { items } = await maya.call(analyticsRoutes.items);
    const isClip = (of: ContentId) => items.find(({ id }) => id === of)?.is_clip;
    expect([isClip(video), isClip(begun.id)]).toEqual([false, true]);
  });

  test("can be downloaded as a separate file, and remains when its source is deleted", async () => {
    const source = await publish("Short lived");
    const { id } = await maya.call(cutRoutes.clip, toClip(source, 2, 6));
    await testApp.settle();
    await maya.call(contentRoutes.remove, { ...open(source), body: {} });
    const { url, file_name, size_bytes } = await maya.call(fileRoutes.one, open(id));
    expect(file_name).toBe("The goal.mp4");
    const bytes = Buffer.from(await (await fetch(testApp.origin + url)).arrayBuffer());
    expect(bytes.length).toBe(size_bytes);
    const file = path.join(gray.folder, "download.mp4");
    await writeFile(file, bytes);
    expect((await gray.shownIn(file)).fromS).toBeCloseTo(2, 0);
    const clip = await itemOf(id, fan);
    expect(clip).toMatchObject({ state: "ready", clip_of: null });
    expect((await fetch(testApp.origin + clip.video_content.hls)).status).toBe(200);
  });

  test("names its source only to those who may see it", async () => {
    const source = await publish("Secret match");
    const { id } = await maya.call(cutRoutes.clip, toClip(source, 2, 6));
    await testApp.settle();
    await maya.call(contentRoutes.update, { ...open(source), body: { visibility: "private" } });
    expect((await itemOf(id, fan)).clip_of).toBeNull();
    expect((await itemOf(id)).clip_of).toEqual({ id: source, title: "Secret match" });
  });

  test("fails with a message if its source is deleted before the cut, and can be retried", async () => {
    const source = await publish("Gone");
    const { id } = await maya.call(cutRoutes.clip, toClip(source, 2, 6));
    await maya.call(contentRoutes.remove, { ...open(source), body: {} });
    await testApp.settle();
    expect(await itemOf(id)).toMatchObject({ state: "failed", fault: CUT_MESSAGES.gone });
    await maya.call(contentRoutes.undelete, open(source));
    await maya.call(contentRoutes.retry, open(id));
    await testApp.settle();
    expect((await itemOf(id)).state).toBe("ready");
  });

  test.each([
    ["beyond the end", 13, 15, "from_s", CUT_MESSAGES.beyond],
    ["to beyond the end", 3, 15, "to_s", CUT_MESSAGES.beyond],
    ["backwards", 6, 3, "to_s", CUT_MESSAGES.order],
    ["of half a second", 3, 3.5, "to_s", CUT_MESSAGES.tooShort],
  ])("%s is refused on its field", async (_name, from, to, field, message) => {
    expect((await maya.refused(cutRoutes.clip, toClip(video, from, to))).errors).toEqual({ [field]: [message] });
    expect((await maya.refused(cutRoutes.setTrim, ask(video, from, to))).errors).toEqual({ [field]: [message] });
  });

  test("can be made only by the owner, not by staff, and only of a processed video", async () => {
    for (const person of [nia, staff])
      expect((await person.refused(cutRoutes.clip, toClip(video, 2, 6))).code).not.toBe(200);
    const image = await testApp.publishes(maya, "A picture", { type: "image" });
    expect((await maya.refused(cutRoutes.clip, toClip(image.id, 2, 6))).message).toBe(CUT_MESSAGES.notVideo);
    const busy = await testApp.publishes(maya, "Busy", { state: "processing" });
    expect((await maya.refused(cutRoutes.clip, toClip(busy.id, 2, 6))).message).toBe(CUT_MESSAGES.processing);
  });
});

describe("a trim", () => {
  test("is refused if somebody else has trimmed the video meanwhile", async () => {
    const id = await publish("Trimmed twice");
    const { from_s, to_s } = await maya.call(cutRoutes.trim, open(id));
    const trimFrom = (start: number, was: { from_s: number; to_s: number }) => ({
      ...open(id),
      body: { from_s: start, to_s: 9, was },
    });
    await maya.call(cutRoutes.setTrim, trimFrom(2, { from_s, to_s }));
    const refusal = await maya.refused(cutRoutes.setTrim, trimFrom(4, { from_s, to_s }));
    expect(refusal).toMatchObject({ code: 409, message: CUT_MESSAGES.trimmedSince });
    const { state, ...seen } = await maya.call(cutRoutes.trim, open(id));
    expect([state, seen.from_s, seen.to_s]).toEqual(["trimming", 2, 9]);
    await maya.call(cutRoutes.setTrim, trimFrom(4, { from_s: seen.from_s, to_s: seen.to_s }));
    expect((await maya.call(cutRoutes.trim, open(id))).from_s).toBe(4);
  });

  test("shows viewers only the selected part, without encoding, and no URL gives access to the rest", async () => {
    const id = await publish("Long warm-up");
    await sendCaptions(maya, id, CAPTIONS);
    await fan.call(filmNoteRoutes.add, {
      ...open(id),
      body: { from_ms: 7_000, to_ms: 8_000, text: "Goal", drawing: [], is_shared: false },
    });
    const before = await itemOf(id, fan);
    const old = await gray.fetchTrack(before.video_content.hls, "360p");
    expect(await maya.call(cutRoutes.setTrim, ask(id, 3.2, 9))).toMatchObject({
      state: "trimming",
      from_s: 3.2,
      to_s: 9,
    });
    expect(await itemOf(id, fan)).toMatchObject({ length: before.length, trim_from_s: 0 });
    await testApp.settle();

    const after = await itemOf(id, fan);
    // The part starts at the next keyframe.
    expect(after.length).toBeCloseTo(5, 0);
    expect(after.trim_from_s).toBe(4);
    const shown = await gray.shownIn((await gray.fetchTrack(after.video_content.hls, "360p")).target);
    expect(shown.fromS).toBeCloseTo(4, 0);
    expect(shown.toS).toBeCloseTo(9, 0);
    // Nothing that was cut away is left.
    expect(shown.lengthS).toBeLessThanOrEqual(5);
    expect(await trimOf(id)).toMatchObject({ state: "trimmed", from_s: 4, to_s: 9, fault: null });
    expect((await trimOf(id)).length_s).toBeCloseTo(12, 0);
    expect(await textsOf(id)).toEqual(["0-1000 Kick-off", "3000-4000 Goal"]);
    const { notes } = await fan.call(filmNoteRoutes.list, { ...open(id), query: {} });
    expect(notes).toMatchObject([{ from_ms: 3_000, to_ms: 4_000 }]);

    // A clip may show what was cut away.
    const clip = await maya.call(cutRoutes.clip, toClip(id, 0, 3));
    await testApp.settle();
    expect(await textsOf(clip.id)).toEqual(["500-1500 Warm-up"]);
    const ofClip = await gray.fetchTrack((await itemOf(clip.id, fan)).video_content.hls, "240p");
    expect((await gray.shownIn(ofClip.target)).fromS).toBeCloseTo(0, 0);

    // The old URLs, and those of the old run under the new token.
    const token = (url: string | null) => url?.split("/")[5] ?? "";
    for (const url of old.urls) {
      expect((await fetch(url)).status).toBe(404);
      const guessed = url.replace(token(before.video_content.hls), token(after.video_content.hls));
      expect(guessed).not.toBe(url);
      expect((await fetch(guessed)).status).toBe(404);
    }
    // The owner can play the whole video to trim it again.
    expect((await fetch(testApp.origin + (await trimOf(id)).hls)).status).toBe(200);
  });

  test("is changed on the timeline of the whole video; undoing it restores everything at once", async () => {
    const id = await publish("Twice");
    await sendCaptions(maya, id, CAPTIONS);
    const across = { from_ms: 1_500, to_ms: 3_000, text: "Goal", drawing: [ARROW], is_shared: false };
    const note = await fan.call(filmNoteRoutes.add, { ...open(id), body: across });
    await maya.call(cutRoutes.setTrim, ask(id, 2, 9));
    await testApp.settle();
    // It begins before the part, and still does when only its text is changed.
    const { notes: cut } = await fan.call(filmNoteRoutes.list, { ...open(id), query: {} });
    expect(cut).toMatchObject([{ from_ms: 0, drawing: [] }]);
    const changed = { ...across, from_ms: 0, to_ms: 1_000, text: "Own goal", drawing: [] };
    await fan.call(filmNoteRoutes.update, { params: { id: note.id }, body: changed });
    await maya.call(cutRoutes.setTrim, ask(id, 1.2, 11));
    await testApp.settle();
    expect((await itemOf(id)).length).toBeCloseTo(9, 0);
    expect(await textsOf(id)).toEqual(["1000-3000 Kick-off", "5000-6000 Goal", "8500-9000 Whistle"]);

    expect(await maya.call(cutRoutes.undoTrim, open(id))).toMatchObject({ state: "whole", from_s: 0 });
    const restored = await itemOf(id, fan);
    expect(restored.length).toBeCloseTo(12, 0);
    expect(restored.trim_from_s).toBe(0);
    expect(await textsOf(id)).toEqual(WHOLE);
    const { notes } = await fan.call(filmNoteRoutes.list, { ...open(id), query: {} });
    expect(notes).toMatchObject([{ from_ms: 1_500, to_ms: 3_000, text: "Own goal", drawing: [ARROW] }]);
    const whole = await gray.fetchTrack((await itemOf(id, fan)).video_content.hls, "240p");
    expect((await gray.shownIn(whole.target)).fromS).toBeCloseTo(0, 0);
    await testApp.settle();
    const runs = new Set((await deps.storage.list(`contents/${id}/`)).map((key) => key.split("/")[2]));
    expect([...runs].filter((run) => /^[0-9a-f]{16}$/.test(run ?? ""))).toHaveLength(1);
  });

  test("that contains no keyframe fails with a message and changes nothing", async () => {
    const before = await itemOf(video);
    await maya.call(cutRoutes.setTrim, ask(video, 4.3, 5.8));
    await testApp.settle();
    expect(await trimOf(video)).toMatchObject({ state: "failed", fault: CUT_MESSAGES.noStart });
    expect((await itemOf(video)).video_content).toEqual(before.video_content);
  });

  test("ends when the video's file is replaced: captions and film notes are those of the whole video again", async () => {
    const id = await publish("Replaced");
    await sendCaptions(maya, id, CAPTIONS);
    await fan.call(filmNoteRoutes.add, {
      ...open(id),
      body: { from_ms: 1_000, to_ms: 1_500, text: "Warm-up", drawing: [], is_shared: false },
    });
    await maya.call(cutRoutes.setTrim, ask(id, 4, 9));
    await testApp.settle();
    expect(await textsOf(id)).toEqual(["0-1000 Kick-off", "3000-4000 Goal"]);
    const { rows: runs } = await deps.pool.query(
      "select i.run as shown, t.whole->>'run' as whole from contents i join trims t on t.content_id = i.id where i.id = $1",
      [id],
    );
    const upload_id = await uploadBytes(maya, await testApp.clip());
    await maya.call(fileRoutes.replace, { ...open(id), body: { upload_id: uploadId.parse(upload_id) } });
    await testApp.settle();
    expect((await itemOf(id)).length).toBeCloseTo(2, 0);
    expect(await trimOf(id)).toMatchObject({ state: "whole", from_s: 0 });
    expect(await textsOf(id)).toEqual(WHOLE);
    const { notes } = await fan.call(filmNoteRoutes.list, { ...open(id), query: {} });
    expect(notes).toMatchObject([{ from_ms: 1_000, to_ms: 1_500 }]);
    expect(await deps.storage.list(`contents/${id}/captions/`)).toHaveLength(1);
    // Somebody who is watching may still fetch the part that was shown, but nobody what was cut away.
    expect(await deps.storage.list(`contents/${id}/${runs[0].shown}/`)).not.toEqual([]);
    expect(await deps.storage.list(`contents/${id}/${runs[0].whole}/`)).toEqual([]);
    const { rows } = await deps.pool.query(
      "select c.id from cut_cues q join captions c on c.id = q.captions_id where c.content_id = $1",
      [id],
    );
    expect(rows).toEqual([]);
  });

  test("is for the owner and staff only, and is refused if it would keep the whole video", async () => {
    for (const person of [nia, fan]) {
      expect((await person.refused(cutRoutes.setTrim, ask(video, 2, 6))).code).toBe(404);
      expect((await person.refused(cutRoutes.undoTrim, open(video))).code).toBe(404);
      expect((await person.refused(cutRoutes.trim, open(video))).code).toBe(404);
    }
    const { length_s } = await trimOf(video);
    expect((await staff.refused(cutRoutes.setTrim, ask(video, 0, length_s))).errors).toEqual({
      to_s: [CUT_MESSAGES.whole],
    });
  });
});
