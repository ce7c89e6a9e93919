import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findSilences } from "./extras.ts";
import { findAudioIndex } from "./probe.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-silences-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tools = { ffmpegPath: "ffmpeg", ffprobePath: "ffprobe", searchPath: process.env.PATH ?? "" };
const where = { folder, signal: new AbortController().signal };

/** Writes the source file from these ffmpeg inputs. */
function makeSource(inputs: string[], more: string[]): void {
  const args = inputs.flatMap((input) => ["-f", "lavfi", "-i", input]);
  const source = path.join(folder, "source");
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args, ...more, "-f", "mp4", source]);
}

test("finds the pause between two tones, to a few hundredths of a second", async () => {
  makeSource(
    ["sine=f=440:d=2", "anullsrc=r=44100:cl=mono:d=1", "sine=f=300:d=2"],
    ["-filter_complex", "[0][1][2]concat=n=3:v=0:a=1", "-c:a", "aac"],
  );
  const silences = await findSilences(tools, where, 0);
  expect(silences).toHaveLength(1);
  expect(silences[0]?.[0]).toBeCloseTo(2_000, -2);
  expect(silences[0]?.[1]).toBeCloseTo(3_000, -2);
});

test("listens to the track that viewers hear, of which a video without sound has none", async () => {
  const inputs = ["testsrc=d=1:s=64x64", "anullsrc=r=44100:cl=mono:d=1", "sine=f=440:d=1"];
  const second = ["-disposition:a:0", "0", "-disposition:a:1", "default"];
  const codecs = ["-c:v", "libx264", "-c:a", "aac"];
  makeSource(inputs, ["-map", "0", "-map", "1", "-map", "2", ...second, ...codecs]);
  expect(await findAudioIndex(tools, where)).toBe(2);
  expect(await findSilences(tools, where, 2)).toEqual([]);
  makeSource(inputs.slice(0, 1), codecs);
  expect(await findAudioIndex(tools, where)).toBeNull();
});

test("fails for a file that is not a video", async () => {
  writeFileSync(path.join(folder, "source"), "nothing");
  await expect(findSilences(tools, where, 0)).rejects.toThrow("silences: ffmpeg ended with 1");
});
