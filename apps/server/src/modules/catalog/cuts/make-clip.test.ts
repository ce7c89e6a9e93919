import { randomUUID } from "node:crypto";
import { captionRoutes } from "@app/contract/captions";
import { contentRoutes } from "@app/contract/contents";
import { CUT_MESSAGES, cutRoutes } from "@app/contract/cuts";
import { fileRoutes } from "@app/contract/files";
import { hubRoutes } from "@app/contract/hub";
import { type ContentId, uploadId } from "@app/contract/ids";
import { staffContentRoutes } from "@app/contract/staff-contents";
import { STORAGE_LIMITS } from "@app/contract/uploads";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { inTransaction } from "#platform/db/database.ts";
import { sendCaptions } from "#testing/captions.ts";
import { createTestApp } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { detachUnmadeClips } from "./cuts.sql.ts";
import { openGrayVideo } from "./testing/gray-video.ts";

const testApp = await createTestApp();
const gray = openGrayVideo(testApp);
afterAll(() => gray.remove());
const maya = await testApp.person("maya", { plan: "Individual" });
const mod = await testApp.person("mod", { staffRole: "moderator" });

let video: ContentId;
beforeAll(async () => {
  video = (await testApp.video(maya, "Cup final")).id;
});

const make = (key?: string) => ({
  params: { id: video },
  body: { from_s: 0, to_s: 1, title: "The goal", visibility: "public" as const, ...(key && { idempotency_key: key }) },
});
const clips = async () =>
  (await maya.call(hubRoutes.list, { query: { search: "The goal" } })).contents.map(({ id }) => id);

describe("a clip", () => {
  test("that was asked for before staff hid the video is made only once it is visible again", async () => {
    const nia = await testApp.person("nia", { plan: "Individual" });
    const { id } = await testApp.video(nia, "Quarter-final");
    const { storage } = testApp.deps;
    const reason = { params: { id }, body: { reason: "It shows a fight" } };
    const clip = { params: { id: (await nia.call(cutRoutes.clip, { ...make(), params: { id } })).id } };
    const settled = async () => {
      await testApp.settle();
      const { state, fault } = await nia.call(contentRoutes.one, clip);
      return { state, fault };
    };
    const failed = { state: "failed", fault: CUT_MESSAGES.hidden };
    await mod.call(staffContentRoutes.hide, reason);
    expect(await settled()).toEqual(failed);
    await nia.call(contentRoutes.retry, clip);
    expect(await settled()).toEqual(failed);
    await mod.call(staffContentRoutes.restore, reason);
    await nia.call(contentRoutes.retry, clip);
    // While it is cut.
    const putFile = storage.putFile.bind(storage);
    vi.spyOn(storage, "putFile").mockImplementationOnce(async (...file) => {
      await mod.call(staffContentRoutes.hide, reason);
      return putFile(...file);
    });
    expect(await settled()).toEqual(failed);
    await mod.call(staffContentRoutes.restore, reason);
    await nia.call(contentRoutes.retry, clip);
    expect(await settled()).toEqual({ state: "ready", fault: null });
  });

  test("is not cut out of another file that replaced the one it was asked for", async () => {
    const lea = await testApp.person("lea", { plan: "Individual" });
    const { id } = await testApp.video(lea, "Round robin");
    const reason = { params: { id }, body: { reason: "It shows a fight" } };
    const ask = async () => (await lea.call(cutRoutes.clip, { ...make(), params: { id } })).id;
    const stateOf = async (clip: ContentId) => {
      await testApp.settle();
      const { state, fault } = await lea.call(contentRoutes.one, { params: { id: clip } });
      return { state, fault };
    };
    const made = await ask();
    await testApp.settle();
    const waiting = await ask();
    await mod.call(staffContentRoutes.hide, reason);
    expect(await stateOf(waiting)).toEqual({ state: "failed", fault: CUT_MESSAGES.hidden });
    const upload_id = uploadId.parse(await uploadBytes(lea, await testApp.clip()));
    await lea.call(fileRoutes.replace, { params: { id }, body: { upload_id } });
    await testApp.settle();
    await mod.call(staffContentRoutes.restore, reason);
    await lea.call(contentRoutes.retry, { params: { id: waiting } });
    const gone = { state: "failed", fault: CUT_MESSAGES.gone };
    expect(await stateOf(waiting)).toEqual(gone);
    expect((await lea.call(contentRoutes.one, { params: { id: made } })).clip_of).toMatchObject({ id });

    // Of the new file, a clip can be made; unless one more file replaces it while it is cut.
    const late = await ask();
    const { storage, pool } = testApp.deps;
    const putFile = storage.putFile.bind(storage);
    vi.spyOn(storage, "putFile").mockImplementationOnce(async (...file) => {
      await inTransaction(testApp.deps.sql, (tx) => detachUnmadeClips(tx, id));
      return putFile(...file);
    });
    expect(await stateOf(late)).toEqual(gone);
    const { rows } = await pool.query("select content_id from clips where source_id = $1", [id]);
    expect(rows).toEqual([{ content_id: made }]);
  });

  test("has the captions of its part although a trim of the video ends while it is cut", async () => {
    const ivy = await testApp.person("ivy", { plan: "Individual" });
    const id = await gray.publish(ivy);
    await sendCaptions(ivy, id, "WEBVTT\n\n00:05.000 --> 00:06.000\nKick-off\n");
    await ivy.call(cutRoutes.setTrim, { params: { id }, body: { from_s: 4, to_s: 10 } });
    await testApp.settle();
    const clip = await ivy.call(cutRoutes.clip, {
      ...make(),
      params: { id },
      body: { ...make().body, from_s: 2, to_s: 8 },
    });
    const { storage } = testApp.deps;
    const putFile = storage.putFile.bind(storage);
    vi.spyOn(storage, "putFile").mockImplementationOnce(async (...file) => {
      await ivy.call(cutRoutes.undoTrim, { params: { id } });
      return putFile(...file);
    });
    await testApp.settle();
    const { cues } = await ivy.call(captionRoutes.read, { params: { id: clip.id, language: "en" } });
    expect(cues).toEqual([{ start_ms: 3_000, end_ms: 4_000, text: "Kick-off" }]);
  });

  test("keeps the captions that somebody saved for it before it was made", async () => {
    const kim = await testApp.person("kim", { plan: "Individual" });
    const { id } = await testApp.video(kim, "Training match");
    const fileOf = (text: string) => `WEBVTT\n\n00:00.000 --> 00:00.900\n${text}\n`;
    await sendCaptions(kim, id, fileOf("Theirs"));
    await sendCaptions(kim, id, fileOf("Suyo"), { language: "es" });
    const clip = await kim.call(cutRoutes.clip, { ...make(), params: { id } });
    expect((await sendCaptions(kim, clip.id, fileOf("Mine"), { revision: 0 })).status).toBe(200);
    await testApp.settle();
    const textIn = async (language: "en" | "es") =>
      (await kim.call(captionRoutes.read, { params: { id: clip.id, language } })).cues.map(({ text }) => text);
    expect([await textIn("en"), await textIn("es")]).toEqual([["Mine"], ["Suyo"]]);
    expect(await testApp.deps.storage.list(`contents/${clip.id}/captions/`)).toHaveLength(2);
  });

  test("is made once for one key, however often it is asked for", async () => {
    const key = randomUUID();
    const made = await Promise.all([1, 2, 3].map(() => maya.call(cutRoutes.clip, make(key))));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await maya.call(cutRoutes.clip, make(key))).id).toBe(made[0]?.id);
    expect(await clips()).toHaveLength(1);
    const other = await maya.call(cutRoutes.clip, make(randomUUID()));
    const withoutKey = await maya.call(cutRoutes.clip, make());
    expect(new Set(await clips())).toEqual(new Set([made[0]?.id, other.id, withoutKey.id]));
  });

  test("counts as storage from the request on, not only once it is cut", async () => {
    const zoe = await testApp.person("zoe", { plan: "Individual" });
    const { id } = await testApp.video(zoe, "Semi-final");
    const bytes = Math.round(0.45 * STORAGE_LIMITS.Individual.totalBytes);
    await testApp.deps.pool.query("update contents set original_bytes = $1 where id = $2", [bytes, id]);
    // Each is half of the video, so a bit more than a fifth of the storage.
    for (let made = 0; made < 2; made++) await zoe.call(cutRoutes.clip, { ...make(), params: { id } });
    expect((await zoe.refused(cutRoutes.clip, { ...make(), params: { id } })).code).toBe(413);
  });

  test("cannot show what staff have hidden", async () => {
    const before = await clips();
    await mod.call(staffContentRoutes.hide, { params: { id: video }, body: { reason: "It shows a fight" } });
    const refused = await maya.refused(cutRoutes.clip, make());
    expect([refused.code, refused.message]).toEqual([409, CUT_MESSAGES.hidden]);
    expect(await clips()).toEqual(before);
    await mod.call(staffContentRoutes.restore, { params: { id: video }, body: { reason: "It does not" } });
    await maya.call(cutRoutes.clip, make());
    expect(await clips()).toHaveLength(before.length + 1);
  });
});
