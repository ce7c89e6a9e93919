import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { auditRoutes } from "@app/contract/audit";
import { CAPTIONS_MESSAGES, type CaptionLanguage, captionRoutes } from "@app/contract/captions";
import { contentRoutes } from "@app/contract/contents";
import { cutRoutes } from "@app/contract/cuts";
import type { ContentId } from "@app/contract/ids";
import { afterAll, describe, expect, test } from "vitest";
import { sendCaptions } from "#testing/captions.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";
import { findEngine } from "./captions-engine.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-speech-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeProgram(name: string, script: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Two cues that overlap, and one after the end of the clip of two seconds. */
const HEARD =
  "1\n00:00:00,000 --> 00:00:01,200\nGo, go!\n\n2\n00:00:01,000 --> 00:00:01,900\nWhat a save.\n\n3\n00:00:09,000 --> 00:00:10,000\nLate\n";

const model = path.join(folder, "model.bin");
writeFileSync(model, "not a real model");
const heard = path.join(folder, "heard.srt");
writeFileSync(heard, HEARD);

/** A program like whisper.cpp's: it wants a model, a language and a wave file, and writes what it heard. */
const whisper = writeProgram(
  "whisper-cli",
  `[ "$1" = --help ] && exit 0\n[ "$2" = ${model} ] && [ "$4" = en ] && [ "$(head -c4 speech.wav)" = RIFF ] || exit 3\ncp ${heard} speech.srt`,
);

const testApp = await createTestApp({ CAPTIONS_MODEL: model, WHISPER_PATH: whisper });
const { pool } = testApp.deps;

/** As a worker with the engine writes it when it starts; this one is never out of date. */
await pool.query("insert into workers (id, seen_at, speech_languages) values ('one with an engine', 'infinity', $1)", [
  (await findEngine(testApp.deps.config))?.languages,
]);
const maya = await testApp.person("maya", { plan: "Individual" });
const ada = await testApp.person("ada", { staffRole: "admin" });

describe("automatic captions", () => {
  test("are made by a job, marked as automatic until somebody saves them, and follow the rules of captions", async () => {
    const { id } = await testApp.video(maya, "Cup final");
    expect(await maya.call(captionRoutes.speech, { params: { id } })).toEqual({
      is_available: true,
      languages: expect.arrayContaining(["en", "es"]),
      requests: [],
    });
    await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    const again = await maya.refused(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    expect([again.code, again.message]).toEqual([409, CAPTIONS_MESSAGES.working]);
    expect((await maya.call(captionRoutes.speech, { params: { id } })).requests).toEqual([
      { language: "en", fault: null },
    ]);

    await testApp.settle();
    expect((await maya.call(contentRoutes.one, { params: { id } })).captions).toMatchObject([{ is_automatic: true }]);
    expect((await maya.call(captionRoutes.read, { params: { id, language: "en" } })).cues).toEqual([
      { start_ms: 0, end_ms: 1_000, text: "Go, go!" },
      { start_ms: 1_000, end_ms: 1_900, text: "What a save." },
    ]);
    expect((await maya.call(captionRoutes.speech, { params: { id } })).requests).toEqual([]);
    const exists = await maya.refused(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    expect(exists.message).toBe(CAPTIONS_MESSAGES.exists);

    await sendCaptions(maya, id, "WEBVTT\n\n00:00.000 --> 00:01.000\nGo, Maya!\n");
    expect((await maya.call(contentRoutes.one, { params: { id } })).captions).toMatchObject([{ is_automatic: false }]);
  });

  test("of a trimmed video are also kept for what the trim left out, and come back with it", async () => {
    const { id } = await testApp.video(maya, "Trimmed");
    await maya.call(cutRoutes.setTrim, { params: { id }, body: { from_s: 0, to_s: 1.5 } });
    await testApp.settle();
    await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    await testApp.settle();
    const cues = async () => (await maya.call(captionRoutes.read, { params: { id, language: "en" } })).cues;
    const last = (await cues()).at(-1);
    expect(last).toMatchObject({ start_ms: 1_000, text: "What a save." });
    expect(last?.end_ms).toBeLessThan(1_900);
    await maya.call(cutRoutes.undoTrim, { params: { id } });
    expect(await cues()).toEqual([
      { start_ms: 0, end_ms: 1_000, text: "Go, go!" },
      { start_ms: 1_000, end_ms: 1_900, text: "What a save." },
    ]);
  });

  test("never replace captions that somebody saved in the meantime", async () => {
    const { id } = await testApp.video(maya, "Semi-final");
    await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    await sendCaptions(maya, id, "WEBVTT\n\n00:00.000 --> 00:01.000\nMine\n");
    await testApp.settle();
    expect((await maya.call(captionRoutes.read, { params: { id, language: "en" } })).cues).toMatchObject([
      { text: "Mine" },
    ]);
    expect((await maya.call(captionRoutes.speech, { params: { id } })).requests).toEqual([]);
  });

  test("are refused in a language that the engine does not know", async () => {
    const { id } = await testApp.publishes(maya, "In Irish");
    const refused = await maya.refused(captionRoutes.recognize, { params: { id }, body: { language: "ga" } });
    expect([refused.code, refused.errors]).toEqual([422, { language: [CAPTIONS_MESSAGES.otherLanguage] }]);
    expect((await maya.call(captionRoutes.speech, { params: { id } })).requests).toEqual([]);
  });

  test("are made for at most three of a channel at once, however many ask at the same moment", async () => {
    const owner = await testApp.person("tom", { plan: "Individual" });
    const { id } = await testApp.publishes(owner, "In many languages");
    const other = await testApp.publishes(owner, "And another");
    const toRequest = (language: CaptionLanguage, of = id) => ({ params: { id: of }, body: { language } });
    await owner.call(captionRoutes.recognize, toRequest("en", other.id));
    const outcomes = await Promise.allSettled(
      (["en", "es", "fr", "de"] as const).map((language) => owner.call(captionRoutes.recognize, toRequest(language))),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"]);
    const refusals = [
      await owner.refused(captionRoutes.recognize, toRequest("it")),
      await owner.refused(captionRoutes.recognize, toRequest("en", other.id)),
    ];
    expect(refusals).toMatchObject([
      { code: 409, message: CAPTIONS_MESSAGES.busy },
      { code: 409, message: CAPTIONS_MESSAGES.working },
    ]);
    await testApp.settle();
    await owner.call(captionRoutes.recognize, toRequest("it"));
  });

  test("that staff request for somebody else's video are in the audit log", async () => {
    const { id } = await testApp.publishes(maya, "Not asked for");
    await ada.call(captionRoutes.recognize, { params: { id }, body: { language: "es" } });
    const { entries } = await ada.call(auditRoutes.list, { query: { search: id } });
    const captions = { field: "captions", before: null, after: "requested automatic ones: Spanish" };
    expect(entries).toMatchObject([{ action: "content.edited", changes: [captions] }]);
  });

  test("report why they failed, and can be requested again", async () => {
    const { id } = await testApp.publishes(maya, "No file");
    await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    await testApp.settle();
    expect((await maya.call(captionRoutes.speech, { params: { id } })).requests).toEqual([
      { language: "en", fault: "The file is no longer there. Please upload it again." },
    ]);
    await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
  });

  test("of a video that is deleted meanwhile can be requested again once it is brought back", async () => {
    const { id } = await testApp.publishes(maya, "Deleted by mistake");
    await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    expect(await maya.call(captionRoutes.silences, { params: { id } })).toEqual({ silences: null });
    await maya.call(contentRoutes.remove, { params: { id }, body: {} });
    await testApp.settle();
    await maya.call(contentRoutes.undelete, { params: { id } });
    expect((await maya.call(captionRoutes.speech, { params: { id } })).requests).toEqual([
      { language: "en", fault: CAPTIONS_MESSAGES.speechFailed },
    ]);
    await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
    expect(await maya.call(captionRoutes.silences, { params: { id } })).toEqual({ silences: [] });
  });
});

/** Like the clip, but viewers hear its second track, without sound between 0.4 and 0.9 seconds and from 1.4 seconds on. */
const MUTED_PAUSES = [
  ...["-map", "0:v", "-map", "0:a", "-map", "0:a", "-disposition:a:0", "0", "-disposition:a:1", "default"],
  ...["-filter:a:1", "volume=0:enable='between(t,0.4,0.9)+gte(t,1.4)'", "-c:v", "copy", "-c:a", "aac"],
];

async function publishChanged(changes: string[]): Promise<ContentId> {
  const [clip, changed] = [path.join(folder, "clip.mp4"), path.join(folder, "changed.mp4")];
  writeFileSync(clip, await testApp.clip());
  const { ffmpegPath, searchPath } = testApp.deps.config;
  const args = ["-v", "error", "-y", "-i", clip, ...changes, changed];
  await promisify(execFile)(ffmpegPath, args, { env: { PATH: searchPath } });
  const upload = await uploadBytes(maya, readFileSync(changed));
  const { id } = await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
  await testApp.settle();
  return id;
}

test("a video without sound has neither automatic captions nor silences", async () => {
  const id = await publishChanged(["-an", "-c:v", "copy"]);
  await maya.call(captionRoutes.recognize, { params: { id }, body: { language: "en" } });
  await maya.call(captionRoutes.silences, { params: { id } });
  await testApp.settle();
  expect((await maya.call(captionRoutes.speech, { params: { id } })).requests).toEqual([
    { language: "en", fault: "This video has no sound." },
  ]);
  expect(await maya.call(captionRoutes.silences, { params: { id } })).toEqual({ silences: [] });
});

describe("the silences of a video", () => {
  test("are detected once, by a job, in the track that viewers hear", async () => {
    const id = await publishChanged(MUTED_PAUSES);
    const ask = async () => (await maya.call(captionRoutes.silences, { params: { id } })).silences;
    expect(await Promise.all([ask(), ask()])).toEqual([null, null]);
    await testApp.settle();
    const found = await ask();
    const { length } = await maya.call(contentRoutes.one, { params: { id } });
    const inTenths = found?.map((range) => range.map((ms) => Math.round(ms / 100)));
    expect(inTenths).toEqual([
      [4, 9],
      // The sound does not come back.
      [14, Math.round((length ?? 0) * 10)],
    ]);
  });
});
