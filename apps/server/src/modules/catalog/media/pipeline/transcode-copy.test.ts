import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { choosePlan } from "./choose-plan.ts";
import { canCopyTop } from "./ladder.ts";
import { probeSource } from "./probe.ts";
import { box, replaceBoxes, uint32 } from "./testing/boxes.ts";
import { h264, hasFfmpeg, openClips, picture, sound, tools } from "./testing/clips.ts";
import { decodeFaults, type MadeLadder, makeLadder } from "./testing/ladders.ts";

const clips = openClips();
afterAll(() => clips.remove());

/** A bit rate low enough to be copied into its ladder. */
const LIGHT = ["-crf", "32"];

const CASES: Record<string, { name: string; args: string[]; segmentsS: number[] }> = {
  "a keyframe every two seconds": {
    name: "steady.mp4",
    args: [...picture("480x360", 25, 9), ...sound("stereo", 9), ...h264(50, ...LIGHT, "-bf", "3")],
    segmentsS: [2, 2, 2, 2, 1],
  },
  "a keyframe every second and a half, of a television's rate": {
    name: "ntsc.mp4",
    args: [...picture("480x360", "30000/1001", 9), ...h264(45, ...LIGHT, "-bf", "2")],
    segmentsS: [1.5, 1.5, 1.5, 1.5, 3],
  },
  "Matroska, whose clock counts thousandths": {
    name: "steady.mkv",
    args: [...picture("480x360", "24000/1001", 9), ...sound("stereo", 9), ...h264(48, ...LIGHT)],
    segmentsS: [2, 2, 2, 2, 1],
  },
  "a clock that does not begin at zero": {
    name: "late.mkv",
    args: [...picture("480x360", 25, 9), ...sound("stereo", 9), ...h264(50, ...LIGHT), "-output_ts_offset", "7.3"],
    segmentsS: [2, 2, 2, 2, 1],
  },
};

describe.skipIf(!hasFfmpeg)("a source that can be its own top rung", () => {
  for (const [title, { name, args, segmentsS }] of Object.entries(CASES)) {
    test(title, async () => {
      const made = await makeLadder(clips.folder, await clips.make(name, args));
      expect(made.rungs.map(({ rendition }) => [rendition.name, rendition.isCopied])).toEqual([
        ["240p", false],
        ["360p", true],
      ]);
      expectAligned(made, segmentsS);
      expect(made.damage).toBeNull();
      expect(await decodeFaults(made.rungs.map(({ file }) => file))).toBe("");
    });
  }
});

test.skipIf(!hasFfmpeg)("a source that is its only rung is copied, with and without sound", async () => {
  const small = [...picture("240x180", 25, 5), ...h264(50, ...LIGHT)];
  const silent = await makeLadder(clips.folder, await clips.make("only.mp4", small));
  const heard = await makeLadder(clips.folder, await clips.make("heard.mp4", [...sound("mono", 5), ...small]));
  for (const { rungs, audio } of [silent, heard]) {
    expect(rungs.map(({ rendition }) => [rendition.name, rendition.isCopied])).toEqual([["180p", true]]);
    expect(rungs[0]?.segments.map(({ lengthS }) => lengthS)).toEqual([2, 2, 1]);
    expect(rungs[0]?.playlist).toContain("#EXT-X-TARGETDURATION:8\n");
    expect(await decodeFaults([...rungs, ...(audio ? [audio] : [])].map(({ file }) => file))).toBe("");
  }
});

test.skipIf(!hasFfmpeg)("a source above 1080p is copied, bit for bit, as an extra rung of its own size", async () => {
  const args = [
    ...picture("2560x1440", 10, 3),
    ...sound("stereo", 3),
    ...h264(20, "-crf", "40", "-preset", "ultrafast"),
  ];
  const file = await clips.make("large.mp4", args);
  const made = await makeLadder(clips.folder, file);
  expect(made.rungs.map(({ rendition }) => [rendition.name, rendition.isCopied])).toEqual([
    ...["240p", "360p", "480p", "720p", "1080p"].map((name) => [name, false]),
    ["1440p", true],
  ]);
  expect(made.master).toContain("RESOLUTION=2560x1440");
  expectAligned(made, [2, 1]);
  const own = made.rungs.at(-1);
  expect(own?.stream).toMatchObject({ width: 2560, height: 1440 });
  expect(await decodeFaults(made.rungs.map((rung) => rung.file))).toBe("");
  expect(await frameHashes(own?.file ?? "")).toEqual(await frameHashes(file));
});

/** Of the decoded frames, in order. */
async function frameHashes(file: string): Promise<string[]> {
  const args = ["-v", "error", "-i", file, "-map", "0:v", "-f", "framemd5", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args);
  return stdout
    .split("\n")
    .flatMap((line) => (line === "" || line.startsWith("#") ? [] : [line.split(",").at(-1)?.trim() ?? ""]));
}

describe.skipIf(!hasFfmpeg)("a suitable source is still encoded if", () => {
  const REFUSED: Record<string, { name: string; args: () => Promise<string[]>; change?: (file: Buffer) => Buffer }> = {
    "its keyframes are far apart": {
      name: "sparse.mp4",
      args: async () => [...picture("480x360", 25, 9), ...h264(250, ...LIGHT)],
    },
    "a picture needs one from before its keyframe": {
      name: "open.mp4",
      args: async () => [
        ...picture("480x360", 25, 5),
        ...h264(50, ...LIGHT, "-bf", "3", "-flags", "-cgop", "-x264-params", "open-gop=1"),
      ],
    },
    "it was cut between two keyframes": {
      name: "cut.mp4",
      args: async () => {
        const whole = await clips.make("whole.mp4", [...picture("480x360", 25, 6), ...h264(50, ...LIGHT)]);
        return ["-ss", "1.2", "-i", whole, "-c", "copy"];
      },
    },
    "its picture begins after its sound": {
      name: "late.mp4",
      args: async () => {
        const args = ["-itsoffset", "0.5", ...picture("480x360", 25, 4), ...sound("mono", 4.5), ...h264(50, ...LIGHT)];
        return [...args, "-fps_mode", "passthrough"];
      },
    },
    "an edit list leaves out a part of it": {
      name: "edited.mp4",
      args: async () => [...picture("480x360", 25, 9), ...h264(50, ...LIGHT)],
      change: leaveOutThirdAndFourthSecond,
    },
    "another picture comes with it": {
      name: "two.mp4",
      args: async () => [
        ...picture("480x360", 25, 4),
        ...picture("160x120", 25, 4),
        ...["-map", "0", "-map", "1", ...h264(50, ...LIGHT)],
      ],
    },
  };

  for (const [title, { name, args, change }] of Object.entries(REFUSED)) {
    test(title, async () => {
      const made = await makeLadder(clips.folder, await clips.make(name, await args(), change));
      expect(made.rungs.map(({ rendition }) => rendition.isCopied)).toEqual([false, false]);
      const [low, top] = made.rungs;
      expect(top && canCopyTop(made.source, top.rendition)).toBe(true);
      expect(low?.segments.map(({ lengthS }) => lengthS)).toEqual(top?.segments.map(({ lengthS }) => lengthS));
    });
  }
});

/** ISO/IEC 14496-12, section 8.6.6. The file counts thousandths, its track 12,800 a second. */
function leaveOutThirdAndFourthSecond(file: Buffer): Buffer {
  const NORMAL_RATE = 0x1_0000;
  return replaceBoxes(file, "edts", (body) => {
    const startsAt = body.readUInt32BE(20);
    const edits = [2_000, startsAt, NORMAL_RATE, 5_000, startsAt + 4 * 12_800, NORMAL_RATE];
    return box("edts", box("elst", uint32(0, 2, ...edits)));
  });
}

test.skipIf(!hasFfmpeg)("a source of more than an hour is copied too", async () => {
  const part = [...picture("480x360", 25, 10), ...sound("stereo", 10), ...h264(50, ...LIGHT, "-bf", "3")];
  const short = await clips.make("part.mp4", part);
  await clips.make(SOURCE_NAME, ["-stream_loop", "419", "-i", short, "-c", "copy", "-f", "mp4"]);
  const where = { folder: clips.folder, signal: new AbortController().signal };
  const source = await probeSource(tools, where.folder, where.signal);
  expect(source.lengthMs).toBeGreaterThan(70 * 60_000);
  const plan = await choosePlan(tools, source, where);
  expect(plan.renditions.map(({ isCopied }) => isCopied)).toEqual([false, true]);
  expect(plan.cutsS?.length).toBeGreaterThan(2_000);
});

function expectAligned(made: MadeLadder, segmentsS: readonly number[]): void {
  const frameS = 1 / made.source.framesPerSecond;
  const [low, top] = made.rungs;
  if (!low || !top) throw new Error("two rungs");
  for (const rung of [low, top]) {
    expect(rung.segments).toHaveLength(segmentsS.length);
    for (const [at, { lengthS }] of rung.segments.entries())
      expect(Math.abs(lengthS - (segmentsS[at] ?? 0))).toBeLessThan(2 * frameS);
  }
  expect(Math.abs(low.packets.length - top.packets.length)).toBeLessThanOrEqual(1);
  for (const [at, packet] of low.packets.entries()) {
    const other = top.packets[at];
    if (other) expect(Math.abs(packet.atS - other.atS)).toBeLessThan(frameS);
  }
  // The copy has the source's keyframes; encoded rungs have another one within each segment.
  const keysS = low.packets.filter(({ isKey }) => isKey).map(({ atS }) => atS);
  const gapsS = keysS.map((keyS, at) => (keysS[at + 1] ?? low.packets.at(-1)?.endS ?? 0) - keyS);
  expect(Math.max(...gapsS)).toBeLessThan(2.5 + 2 * frameS);
  expect(made.playable).toHaveLength(1);
}
