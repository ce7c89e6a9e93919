import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encoderArguments, type RenderOptions, renderScene, SAMPLES_PER_S, soundtrack } from "./render-scene.ts";
import { SOUND_KINDS, type Sound } from "./scenes/scene.ts";

const run = promisify(execFile);
const FILM = {
  scene: "rally",
  lengthS: 2,
  widthPx: 320,
  heightPx: 180,
  framesPerSecond: 25,
  seed: 3,
} as const;

describe("rendering a scene", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "demo-film-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function optionsFor(name: string, signal = AbortSignal.timeout(60_000)): RenderOptions {
    return { ...FILM, target: path.join(folder, name), ffmpegPath: "ffmpeg", signal };
  }

  test("makes an mp4 with picture and sound of the requested length", async () => {
    const options = optionsFor("whole.mp4");
    await renderScene(options);
    const probe = [
      "-v",
      "error",
      "-show_entries",
      "stream=codec_name,width,height,nb_frames:format=duration",
      "-of",
      "json",
    ];
    const found: unknown = JSON.parse((await run("ffprobe", [...probe, options.target])).stdout);
    expect(found).toMatchObject({
      streams: [{ codec_name: "h264", width: 320, height: 180, nb_frames: "50" }, { codec_name: "aac" }],
      format: { duration: expect.stringMatching(/^2\.0/) },
    });
    expect(await readdir(folder)).toEqual(["whole.mp4"]);
  });

  test("leaves nothing behind when it is aborted halfway", async () => {
    const stop = new AbortController();
    const options = { ...optionsFor("stopped.mp4", stop.signal), lengthS: 60 };
    const rendering = renderScene(options);
    setTimeout(() => stop.abort(), 400);
    await expect(rendering).rejects.toThrow();
    expect(await readdir(folder)).not.toContain("stopped.mp4");
    expect(await readdir(folder)).not.toContain("stopped.mp4.unfinished");
  });

  test("reports ffmpeg's message when it cannot write", async () => {
    const options = { ...optionsFor("x"), target: path.join(folder, "no-such-folder", "x.mp4") };
    await expect(renderScene(options)).rejects.toThrow(/No such file/);
  });

  test("fails if ffmpeg does not exist", async () => {
    await expect(renderScene({ ...optionsFor("y.mp4"), ffmpegPath: "/nowhere/ffmpeg" })).rejects.toThrow(/ENOENT/);
  });

  test("asks for a keyframe every two seconds and for an mp4 that plays while it loads", () => {
    const asked = encoderArguments({ ...FILM, framesPerSecond: 30 }, "out.mp4", 1);
    expect(asked.slice(asked.indexOf("-g"), asked.indexOf("-g") + 2)).toEqual(["-g", "60"]);
    expect(asked).toContain("+faststart");
    expect(asked.at(-1)).toBe("out.mp4");
  });
});

const EVERYTHING: Sound[] = SOUND_KINDS.map((kind, at) => ({ kind, atS: 0.2 + at * 0.3 }));

function loudest(bytes: Buffer): number {
  let peak = 0;
  for (let at = 0; at < bytes.length; at += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
  return peak / 32_768;
}

describe("the soundtrack", () => {
  test("is as long as the film, to the sample", () => {
    const bytes = Buffer.concat([...soundtrack([], { lengthS: 2.5, seed: 1 })]);
    expect(bytes.length).toBe(2.5 * SAMPLES_PER_S * 2);
  });

  test("is the same for the same seed", () => {
    const once = Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 1 })]);
    expect(Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 1 })]).equals(once)).toBe(true);
    expect(Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 2 })]).equals(once)).toBe(false);
  });

  test("is quiet: nobody is startled by a demo", () => {
    const peak = loudest(Buffer.concat([...soundtrack(EVERYTHING, { lengthS: 3, seed: 1 })]));
    expect(peak).toBeGreaterThan(0.02);
    expect(peak).toBeLessThan(0.4);
  });

  test("leaves out what would be heard before the film begins or after it ends", () => {
    const outside: Sound[] = [
      { kind: "horn", atS: -5 },
      { kind: "horn", atS: 9 },
    ];
    const bytes = Buffer.concat([...soundtrack(outside, { lengthS: 1, seed: 1 })]);
    expect(bytes.equals(Buffer.concat([...soundtrack([], { lengthS: 1, seed: 1 })]))).toBe(true);
  });
});
