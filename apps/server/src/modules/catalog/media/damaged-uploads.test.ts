import { randomFillSync } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { contentRoutes } from "@app/contract/contents";
import { uploadRoutes } from "@app/contract/uploads";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { choosePlan } from "./pipeline/choose-plan.ts";
import { probeSource } from "./pipeline/probe.ts";
import { h264, hasFfmpeg, openClips, picture, sound, tools } from "./pipeline/testing/clips.ts";
import { decodeFaults, placeSource, show } from "./pipeline/testing/ladders.ts";

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

/** A file that would be copied whole, with noise in place of the third second of a track. */
async function fileWithNoise(track: "audio" | "video"): Promise<Buffer> {
  const args = [...picture("480x360", 25, 6), ...sound("mono", 6), ...h264(50, "-crf", "32")];
  const file = await clips.make("whole.mp4", args);
  const where = { folder: await placeSource(clips.folder, file), signal: new AbortController().signal };
  const plan = await choosePlan(tools, await probeSource(tools, where.folder, where.signal), where);
  expect([plan.renditions.at(-1)?.isCopied, plan.isAudioCopied]).toEqual([true, true]);
  const bytes = await readFile(file);
  for (const { codec_type, pts_time, pos, size } of (await show(file)).packets)
    if (codec_type === track && Math.floor(Number(pts_time)) === 2) randomFillSync(bytes, Number(pos), Number(size));
  return bytes;
}

/** Init segment and segments of a stored track in one file. */
async function storedTrack(id: string, name: string): Promise<string> {
  const { storage } = testApp.deps;
  const keys = (await storage.list(`contents/${id}/`)).sort();
  const init = keys.filter((key) => key.endsWith(`/init_${name}.mp4`));
  expect(init).toHaveLength(1);
  const parts: Buffer[] = [];
  for (const key of [...init, ...keys.filter((one) => one.includes(`/${name}_`) && one.endsWith(".m4s"))])
    for await (const chunk of (await storage.read(key)) ?? []) parts.push(chunk);
  const file = path.join(clips.folder, `${id}-${name}.mp4`);
  await writeFile(file, Buffer.concat(parts));
  return file;
}

describe.skipIf(!hasFfmpeg)("a damaged track is not copied, because a browser would stop there", () => {
  test.each([
    { track: "audio", lost: "parts of the sound are damaged" },
    { track: "video", lost: "of the picture is damaged" },
  ] as const)("$track", async ({ track, lost }) => {
    const owner = await testApp.person(`with-${track}`, { plan: "Individual" });
    const upload = await uploadBytes(owner, await fileWithNoise(track));
    const { id } = await owner.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
    await testApp.settle();
    const item = await owner.call(contentRoutes.one, { params: { id } });
    expect(item).toMatchObject({ state: "ready", warning: expect.stringContaining(lost) });
    for (const name of ["240p", "360p", "audio"]) expect(await decodeFaults([await storedTrack(id, name)])).toBe("");
  });
});

test("an undamaged file gets no warning", async () => {
  const nia = await testApp.person("nia", { plan: "Individual" });
  const { id } = await testApp.video(nia, "Whole");
  expect((await nia.call(contentRoutes.one, { params: { id } })).warning).toBeNull();
});
