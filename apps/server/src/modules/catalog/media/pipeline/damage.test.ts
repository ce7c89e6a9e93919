import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { planToEncode } from "./choose-plan.ts";
import { createDamageDetector, describeDamage } from "./damage.ts";
import { h264, hasEncoder, hasFfmpeg, openClips, picture, sound } from "./testing/clips.ts";
import { makeLadder } from "./testing/ladders.ts";
import { DamagedCopyError } from "./transcode.ts";

const clips = openClips();
afterAll(() => clips.remove());

const CLIP = [...picture("320x180", 25, 30), ...sound("mono", 30), ...h264(50)];

/** A copy of an intact file with its bytes changed. */
async function spoil(name: string, args: readonly string[], change: (file: Buffer) => Buffer): Promise<string> {
  const [stem = "", ending = ""] = name.split(".");
  const whole = await readFile(await clips.make(`whole-${stem}.${ending}`, args));
  const file = path.join(clips.folder, name);
  await writeFile(file, change(Buffer.from(whole)));
  return file;
}

function cutAt(part: number): (file: Buffer) => Buffer {
  return (file) => file.subarray(0, Math.floor(file.length * part));
}

/** Overwrites this many bytes in the middle. @param fill zeros, or one of several kinds of noise */
function scratch(bytes: number, fill: "zeros" | `noise ${number}`): (file: Buffer) => Buffer {
  return (file) => {
    const at = Math.floor(file.length / 2);
    if (fill === "zeros") return file.fill(0, at, at + bytes);
    return file.fill(noise(bytes, fill), at, at + bytes);
  };
}

/** The same bytes in each run, so that a failure can be repeated. */
function noise(bytes: number, seed: string): Buffer {
  const hash = (_: unknown, n: number) => createHash("sha256").update(`${seed} ${n}`).digest();
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / 32) }, hash)).subarray(0, bytes);
}

const FRONT = ["-movflags", "+faststart"];
const FRAGMENTS = ["-movflags", "+frag_keyframe+empty_moov"];
const LIVE = ["-f", "matroska", "-live", "1"];

describe.skipIf(!hasFfmpeg)("a damaged file is accepted, and its owner learns what was lost", () => {
  test.each<[string, string, string[], (file: Buffer) => Buffer, RegExp]>([
    ["mp4 without its last second", "front.mp4", FRONT, cutAt(0.965), /its last (second is|\d seconds are) missing/],
    [
      "fragments that were cut off",
      "fragments.mp4",
      FRAGMENTS,
      cutAt(0.98),
      /its (end|last second|last \d seconds) (is|are) missing/,
    ],
    ["Matroska of a live recording that was cut off", "live.mkv", LIVE, cutAt(0.6), /its end is missing/],
    ["Matroska with a hole", "hole.mkv", [], scratch(20_000, "zeros"), /a part in the middle is missing/],
    [
      "mp4 with a hole",
      "hole.mp4",
      FRONT,
      scratch(40_000, "zeros"),
      /of the picture is damaged and parts of the sound/,
    ],
    ["mp4 with noise", "noise.mp4", FRAGMENTS, scratch(40_000, "noise 1"), /of the picture is damaged/],
    ["mp4 with other noise", "other.mp4", FRAGMENTS, scratch(40_000, "noise 2"), /of the picture is damaged/],
  ])("%s", async (_, name, more, change, lost) => {
    // Encoded once: the cases differ in their containers.
    const whole = await clips.make("whole.mp4", CLIP);
    const file = await spoil(name, ["-i", whole, "-c", "copy", ...more], change);
    const { damage, rungs } = await makeLadder(clips.folder, file, planToEncode);
    expect(damage).toMatch(lost);
    expect(damage).toMatch(/^The file is damaged: .* can still be watched\. .* upload it again\.$/);
    expect(rungs[0]?.packets.length).toBeGreaterThan(25 * 10);
  });

  test("unless a damaged track was copied, where a browser would stop", async () => {
    const args = [...picture("240x180", 25, 20), ...h264(50, "-crf", "32"), ...FRONT];
    const file = await spoil("copied.mp4", args, scratch(10_000, "noise 1"));
    await expect(makeLadder(clips.folder, file)).rejects.toThrow(DamagedCopyError);
  });

  test.skipIf(!hasEncoder("libx265"))("whatever the codec", async () => {
    const coded = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", ...FRONT];
    const file = await spoil("hevc.mp4", [...picture("320x180", 25, 10), ...coded], scratch(8_000, "noise 1"));
    expect((await makeLadder(clips.folder, file)).damage).toMatch(/of the picture is damaged/);
  });
});

test.each([
  [
    "a cut-off file",
    ["[mov,mp4,m4a,3gp,3g2,mj2 @ 0x55] stream 1, offset 0xc23d8: partial file"],
    0,
    /: its end is missing\./,
  ],
  [
    "a cut-off file of known length",
    ["[matroska,webm @ 0x55] File ended prematurely"],
    2_400,
    /: its last 2 seconds are missing\./,
  ],
  [
    "one broken frame",
    ["[h264 @ 0x55] error while decoding MB 12 7, bytestream -5"],
    0,
    /: a moment of the picture is/,
  ],
  [
    "seconds",
    Array(60).fill("Error while decoding stream #0:1: Invalid data"),
    0,
    /: about 2 seconds of the picture is/,
  ],
  [
    "as later releases say it",
    Array(8).fill("[aist#0:2/aac @ 0x5] [dec:aac @ 0x5] Error submitting packet to decoder: Invalid data"),
    0,
    /: parts of the sound are damaged\./,
  ],
])("%s", (_, lines, missingMs, sentence) => {
  const damage = createDamageDetector({ videoIndex: 1, audio: { index: 2, channels: 2, isAacLc: true, endMs: 0 } });
  for (const line of lines) damage.onErrorLine(line);
  expect(describeDamage(damage.result(), { missingMs, framesPerSecond: 30 })).toMatch(sentence);
});

test.each([
  ["nothing", []],
  ["an unplayed track", Array(60).fill("Error while decoding stream #0:3: Invalid data")],
  ["one audio packet", ["Error while decoding stream #0:2: Invalid data found when processing input"]],
  [
    "a message ffmpeg also prints for intact files",
    ["[mp4 @ 0x55] Application provided duration: 0 in stream 0 is invalid"],
  ],
])("%s is not reported as damage", (_, lines) => {
  const damage = createDamageDetector({ videoIndex: 1, audio: { index: 2, channels: 2, isAacLc: true, endMs: 0 } });
  for (const line of lines) damage.onErrorLine(line);
  expect(describeDamage(damage.result(), { missingMs: 40, framesPerSecond: 30 })).toBeNull();
});
