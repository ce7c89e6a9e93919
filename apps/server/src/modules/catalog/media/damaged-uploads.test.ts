import { randomFillSync } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import { afterAll, expect, test } from "vitest";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { h264, hasFfmpeg, openClips, picture, sound } from "./pipeline/testing/clips.ts";
import { decodeFaults, show } from "./pipeline/testing/ladders.ts";

const testApp = await createTestApp();
const clips = openClips();
afterAll(() => clips.remove());

/** A truncated recording in a container that states no duration. */
async function damagedFile(): Promise<Buffer> {
  const args = [...picture("320x180", 25, 6), ...sound("mono", 6), ...h264(50), "-f", "matroska", "-live", "1"];
  const whole = await readFile(await clips.make("live.mkv", args));
  return whole.subarray(0, Math.floor(whole.length * 0.6));
}

test.skipIf(!hasFfmpeg)("a damaged file is accepted, and only its owner learns what was lost", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const fan = await testApp.person("fan");
  const upload = await uploadBytes(maya, await damagedFile());
  await testApp.settle();
  const { check } = await maya.call(uploadRoutes.one, { params: { id: upload } });
  expect(check).toMatchObject({ ok: true, message: expect.stringMatching(/damaged: its end is missing/) });

  const { id } = await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
  await testApp.settle();
  const item = await maya.call(contentRoutes.one, { params: { id } });
  expect(item).toMatchObject({ state: "ready", fault: null, warning: check?.message });
  expect((await fan.call(contentRoutes.one, { params: { id } })).warning).toBeNull();

  // Publishing it immediately gives the same warning.
  const second = await uploadBytes(maya, await damagedFile());
  const { id: other } = await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, second) });
  await testApp.settle();
  expect((await maya.call(contentRoutes.one, { params: { id: other } })).warning).toBe(check?.message);
});

/** A file that would be copied whole, with noise in place of its third second of sound. */
async function fileWithNoise(): Promise<Buffer> {
  const args = [...picture("480x360", 25, 6), ...sound("mono", 6), ...h264(50, "-crf", "32")];
  const file = await clips.make("noise.mp4", args);
  const bytes = await readFile(file);
  for (const { codec_type, pts_time, pos, size } of (await show(file)).packets)
    if (codec_type === "audio" && Math.floor(Number(pts_time)) === 2) randomFillSync(bytes, Number(pos), Number(size));
  return bytes;
}

test.skipIf(!hasFfmpeg)("damaged sound is not copied, because a browser would stop there", async () => {
  const lea = await testApp.person("lea", { plan: "Individual" });
  const upload = await uploadBytes(lea, await fileWithNoise());
  const { id } = await lea.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
  await testApp.settle();
  const item = await lea.call(contentRoutes.one, { params: { id } });
  expect(item).toMatchObject({ state: "ready", warning: expect.stringContaining("parts of the sound are damaged") });

  const { storage } = testApp.deps;
  const keys = await storage.list(`contents/${id}/`);
  const init = keys.filter((key) => key.endsWith("/init_audio.mp4"));
  expect(init).toHaveLength(1);
  const parts: Buffer[] = [];
  for (const key of [...init, ...keys.filter((one) => /\/audio_\d+\.m4s$/.test(one)).sort()])
    for await (const chunk of (await storage.read(key)) ?? []) parts.push(chunk);
  const whole = path.join(clips.folder, "audio.mp4");
  await writeFile(whole, Buffer.concat(parts));
  expect(await decodeFaults([whole])).toBe("");
});

test("an undamaged file gets no warning", async () => {
  const nia = await testApp.person("nia", { plan: "Individual" });
  const { id } = await testApp.video(nia, "Whole");
  expect((await nia.call(contentRoutes.one, { params: { id } })).warning).toBeNull();
});
