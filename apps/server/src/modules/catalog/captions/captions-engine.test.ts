import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findEngine } from "./captions-engine.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-engine-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const model = path.join(folder, "model.bin");
writeFileSync(model, "not a real model");
const models = path.join(folder, "models");
mkdirSync(models);
const where = { folder, signal: new AbortController().signal };

/** Stands where ffmpeg does: has one filter, and does what it would do with speech. */
function fakeFfmpeg(filter: string, work: string): string {
  const file = path.join(folder, `ffmpeg-${filter}`);
  const list = `case "$*" in *-filters*) echo " ... ${filter}            A->A       Speech."; exit 0;; esac`;
  writeFileSync(file, `#!/bin/sh\n${list}\necho "$*" > arguments\n${work}\n`);
  chmodSync(file, 0o755);
  return file;
}

function engineWith(captionsModel: string | null, ffmpegPath: string, whisperPath = "no-such-program") {
  return findEngine({
    captionsModel,
    whisperPath,
    ffmpegPath,
    ffprobePath: "ffprobe",
    searchPath: process.env.PATH ?? "",
  });
}

const given = () => readFileSync(path.join(folder, "arguments"), "utf8");

describe("the engine of automatic captions", () => {
  test("is ffmpeg's whisper filter for a whisper model", async () => {
    const srt = String.raw`printf '1\n00:00:00,500 --> 00:00:02,000\nGo, go!\n' > speech.srt`;
    const engine = await engineWith(model, fakeFfmpeg("whisper", srt));
    expect(await engine?.transcribe(where, "pt-BR")).toEqual([{ start_ms: 500, end_ms: 2_000, text: "Go, go!" }]);
    expect(given()).toContain(`whisper=model=${model}:language=pt:`);
    expect(given()).toContain("-protocol_whitelist file");
  });

  test("is ffmpeg's filter asr for a folder with a PocketSphinx model", async () => {
    const said = String.raw`printf 'frame:9 pts:1 pts_time:1.5\nlavfi.asr.text=hello there\nframe:20 pts:2 pts_time:9.25\nlavfi.asr.text=goal\n'`;
    const engine = await engineWith(models, fakeFfmpeg("asr", said));
    expect(await engine?.transcribe(where, "en")).toEqual([
      { start_ms: 0, end_ms: 1_500, text: "hello there" },
      { start_ms: 3_250, end_ms: 9_250, text: "goal" },
    ]);
    expect(given()).toContain(`asr=hmm=${models}/en-us:`);
  });

  test("says that a video has no sound, and fails on anything else", async () => {
    const silent = await engineWith(
      model,
      fakeFfmpeg("whisper", "echo \"Stream map '0:a:0' matches no streams.\" >&2; exit 1"),
    );
    await expect(silent?.transcribe(where, "en")).rejects.toThrow("This video has no sound.");
    const broken = await engineWith(model, fakeFfmpeg("whisper", "echo no memory >&2; exit 1"));
    await expect(broken?.transcribe(where, "en")).rejects.toThrow("no memory");
  });

  test.each([
    ["without a model", null, "ffmpeg"],
    ["with a model that is not there", "/nowhere/model.bin", "ffmpeg"],
    ["without anything that can use a whisper model", model, fakeFfmpeg("volume", "")],
    ["without ffmpeg", model, "/nowhere/ffmpeg"],
  ])("is none %s", async (_, captionsModel, ffmpegPath) => {
    expect(await engineWith(captionsModel, ffmpegPath)).toBeNull();
  });
});
