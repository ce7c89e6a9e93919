import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { findEngine } from "./captions-engine.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-engine-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const model = path.join(folder, "model.bin");
writeFileSync(model, "not a real model");
const models = path.join(folder, "models");
mkdirSync(models);
const where = { folder, audioIndex: 2, signal: new AbortController().signal };

/** Stands in for ffmpeg: has one filter, and writes what the real one writes for speech. */
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

/** Where Debian's package `pocketsphinx-en-us` puts it. `npm test` installs the package if permitted. */
const POCKETSPHINX = "/usr/share/pocketsphinx/model/en-us";

/** Two sentences with a pause between them, spoken by ffmpeg. The second one ends when the sound does. */
function speak(...sentences: [string, string]): void {
  const inputs = sentences.flatMap((text) => ["-f", "lavfi", "-i", `flite=voice=slt:text='${text}'`]);
  const joined = "[0]apad=pad_dur=2[first];[first][1]concat=n=2:v=0:a=1[all]";
  const output = [
    "-filter_complex",
    joined,
    "-map",
    "[all]",
    "-c:a",
    "aac",
    "-f",
    "mp4",
    path.join(folder, SOURCE_NAME),
  ];
  execFileSync(process.env.FFMPEG_PATH ?? "ffmpeg", ["-v", "error", "-y", ...inputs, ...output]);
}

describe("the engine of automatic captions", () => {
  test.runIf(existsSync(POCKETSPHINX))("hears what is said, up to the end of the sound", async () => {
    speak("The game is over.", "The player throws the ball to the other side.");
    const engine = await engineWith(POCKETSPHINX, process.env.FFMPEG_PATH ?? "ffmpeg");
    const cues = (await engine?.transcribe({ ...where, audioIndex: 0 }, "en")) ?? [];
    expect(cues.map(({ text }) => text)).toEqual([
      expect.stringContaining("game is over"),
      expect.stringMatching(/throws the ball to the other side/),
    ]);
    const [first, second] = cues;
    expect(first?.end_ms).toBeLessThan(3_000);
    expect(second?.start_ms).toBeGreaterThan(2_000);
  });

  test("is ffmpeg's whisper filter for a whisper model", async () => {
    const srt = String.raw`printf '1\n00:00:00,500 --> 00:00:02,000\nGo, go!\n' > speech.srt`;
    const engine = await engineWith(model, fakeFfmpeg("whisper", srt));
    expect(await engine?.transcribe(where, "pt-BR")).toEqual([{ start_ms: 500, end_ms: 2_000, text: "Go, go!" }]);
    expect(given()).toContain(`whisper=model=${model}:language=pt:`);
    expect(given()).toContain("-protocol_whitelist file");
    expect(given()).toContain("-map 0:2 ");
    expect(engine?.languages).toEqual(expect.arrayContaining(["en", "pt-BR", "nb", "fil"]));
    // Whisper does not know Irish, and has codes of its own for others.
    expect(engine?.languages).not.toContain("ga");
    await engine?.transcribe(where, "nb");
    expect(given()).toContain(":language=no:");
  });

  test.each(["ggml-base.en.bin", "ggml-small.en-q5_1.bin"])("knows English only with the model %s", async (name) => {
    const english = path.join(folder, name);
    writeFileSync(english, "not a real model");
    expect((await engineWith(english, fakeFfmpeg("whisper", "")))?.languages).toEqual(["en"]);
  });

  test("is ffmpeg's filter asr for a folder with a PocketSphinx model", async () => {
    const long = Array.from({ length: 25 }, (_, index) => `word${index}`).join(" ");
    const said = String.raw`printf 'frame:9 pts:1 pts_time:1.5\nlavfi.asr.text=hello there\nframe:20 pts:2 pts_time:9.25\nlavfi.asr.text=goal\nframe:90 pts:3 pts_time:60\nlavfi.asr.text=${long}\n'`;
    const engine = await engineWith(models, fakeFfmpeg("asr", said));
    const cues = (await engine?.transcribe(where, "en")) ?? [];
    expect(cues.slice(0, 2)).toEqual([
      { start_ms: 700, end_ms: 1_500, text: "hello there" },
      { start_ms: 8_850, end_ms: 9_250, text: "goal" },
    ]);
    // Split, because nobody can read 25 words at once.
    expect(cues.slice(2).map(({ start_ms, end_ms, text }) => [start_ms, end_ms, text.split(" ").length])).toEqual([
      [50_000, 53_600, 9],
      [53_600, 57_200, 9],
      [57_200, 60_000, 7],
    ]);
    expect(given()).toContain(`asr=hmm=${models}/en-us:`);
    expect(engine?.languages).toEqual(["en"]);
  });

  test("passes on an error", async () => {
    const broken = await engineWith(model, fakeFfmpeg("whisper", "echo no memory >&2; exit 1"));
    await expect(broken?.transcribe(where, "en")).rejects.toThrow("no memory");
  });

  test.each([
    ["without a model", null, "ffmpeg"],
    ["with a model that is not there", "/nowhere/model.bin", "ffmpeg"],
    ["without anything that can use a whisper model", model, fakeFfmpeg("volume", "")],
    ["without ffmpeg", model, "/nowhere/ffmpeg"],
  ])("is missing %s", async (_, captionsModel, ffmpegPath) => {
    expect(await engineWith(captionsModel, ffmpegPath)).toBeNull();
  });
});
