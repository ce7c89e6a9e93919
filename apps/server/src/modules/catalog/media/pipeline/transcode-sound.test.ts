import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { editBoxes } from "./testing/boxes.ts";
import { h264, hasFfmpeg, openClips, picture, sound } from "./testing/clips.ts";
import { decodeFaults, type MadeLadder, makeLadder, show } from "./testing/ladders.ts";

const clips = openClips();
afterAll(() => clips.remove());

/** A bit rate low enough to be copied into its ladder. */
const LIGHT = ["-crf", "32"];
const PICTURE = [...picture("480x360", 25, 5)];

async function make(
  name: string,
  args: readonly string[],
  change?: (file: Buffer) => Buffer,
): Promise<{ file: string; made: MadeLadder }> {
  const file = await clips.make(name, args, change);
  return { file, made: await makeLadder(clips.folder, file) };
}

/** ISO/IEC 14496-12, section 8.6.6: the sound begins at its 2,112th sample, the picture at its first. */
function beginLater(file: Buffer): Buffer {
  return editBoxes(file, "elst", (body) => {
    if (body.readUInt32BE(12) > 0) body.writeUInt32BE(2_112, 12);
  });
}

/** The sound's edit lasts 4 seconds, on the file's clock of thousandths. */
function endEarly(file: Buffer): Buffer {
  return editBoxes(file, "elst", (body) => {
    if (body.readUInt32BE(12) > 0) body.writeUInt32BE(4_000, 8);
  });
}

const SUM_AT = 5;

/** The checksum of each packet of the sound. */
async function packetSums(file: string): Promise<string[]> {
  const args = ["-v", "error", "-i", file, "-map", "0:a", "-c", "copy", "-f", "framemd5", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args);
  return stdout.split("\n").flatMap((line) => (/^\d/.test(line) ? [line.split(",")[SUM_AT]?.trim() ?? ""] : []));
}

/** How much later than the picture the sound starts, in seconds. */
async function soundStartS(file: string): Promise<number> {
  const { packets } = await show(file);
  const firstS = (kind: string) =>
    Math.min(...packets.filter(({ codec_type }) => codec_type === kind).map(({ pts_time }) => Number(pts_time)));
  return firstS("audio") - firstS("video");
}

describe.skipIf(!hasFfmpeg)("beside a copied picture, the sound is copied, packet by packet, at its time", () => {
  const CASES: Record<string, { name: string; args: string[]; change?: (file: Buffer) => Buffer }> = {
    "of an MP4": { name: "plain.mp4", args: [...PICTURE, ...sound("stereo", 5), ...h264(50, ...LIGHT)] },
    "beside pictures that are not stored in order": {
      name: "ordered.mp4",
      args: [...PICTURE, ...sound("mono", 5), ...h264(50, ...LIGHT, "-bf", "3")],
    },
    "at another sample rate": {
      name: "music.mov",
      args: [...PICTURE, ...sound("stereo", 5), ...h264(50, ...LIGHT), "-ar", "44100"],
    },
    "after more samples of silence, as Apple's encoder puts them": {
      name: "apple.mp4",
      args: [...PICTURE, ...sound("stereo", 5), ...h264(50, ...LIGHT)],
      change: beginLater,
    },
    "of Matroska": { name: "plain.mkv", args: [...PICTURE, ...sound("stereo", 5), ...h264(50, ...LIGHT)] },
  };

  for (const [title, { name, args, change }] of Object.entries(CASES)) {
    test(title, async () => {
      const { file, made } = await make(name, args, change);
      const { rungs, audio } = made;
      const top = rungs.at(-1);
      expect(top?.rendition.isCopied).toBe(true);
      expect(await packetSums(audio?.file ?? "")).toEqual(await packetSums(file));
      const startS = (audio?.packets[0]?.atS ?? Number.NaN) - (top?.packets[0]?.atS ?? Number.NaN);
      expect(Math.abs(startS - (await soundStartS(file)))).toBeLessThan(0.002);
      expect(Math.abs((rungs[0]?.packets[0]?.atS ?? Number.NaN) - (top?.packets[0]?.atS ?? 0))).toBeLessThan(0.04);
      expect(made.damage).toBeNull();
      expect(await decodeFaults([audio?.file ?? ""])).toBe("");
    });
  }
});

describe.skipIf(!hasFfmpeg)("beside a copied picture, the sound is still encoded if", () => {
  const CASES: Record<string, { name: string; args: () => Promise<string[]>; change?: (file: Buffer) => Buffer }> = {
    "it has more than two channels": {
      name: "surround.mp4",
      args: async () => [...PICTURE, ...sound("5.1", 5), ...h264(50, ...LIGHT)],
    },
    "it is no AAC": {
      name: "opus.mkv",
      args: async () => [...PICTURE, ...sound("stereo", 5), ...h264(50, ...LIGHT, "-c:a", "libopus")],
    },
    "it takes more bits than ours": {
      name: "loud.mp4",
      args: async () => [
        ...PICTURE,
        ...["-f", "lavfi", "-i", "anoisesrc=d=5:r=48000:a=0.5"],
        ...h264(50, ...LIGHT, "-b:a", "256k", "-ac", "2"),
      ],
    },
    "it ends before the picture": {
      name: "short.mp4",
      args: async () => [...PICTURE, ...sound("stereo", 4), ...h264(50, ...LIGHT)],
    },
    "it begins after the picture": {
      name: "late.mp4",
      args: async () => [...PICTURE, "-itsoffset", "0.5", ...sound("stereo", 4.5), ...h264(50, ...LIGHT)],
    },
    "its clock drifts from its samples": {
      name: "drift.mp4",
      args: async () => {
        const whole = await clips.make("steady.mp4", [...PICTURE, ...sound("stereo", 4.5), ...h264(50, ...LIGHT)]);
        return ["-i", whole, "-c", "copy", "-bsf:a", "setts=ts=TS*1.1"];
      },
    },
    "an edit list ends it early": {
      name: "edited.mp4",
      args: async () => [...PICTURE, ...sound("stereo", 5), ...h264(50, ...LIGHT)],
      change: endEarly,
    },
    "it has a gap": {
      name: "gap.mkv",
      args: async () => {
        const whole = await clips.make("whole.mkv", [...PICTURE, ...sound("stereo", 5), ...h264(50, ...LIGHT)]);
        return ["-i", whole, "-c", "copy", "-bsf:a", "noise=amount=0:drop=between(n\\,100\\,120)"];
      },
    },
  };

  for (const [title, { name, args, change }] of Object.entries(CASES)) {
    test(title, async () => {
      const { file, made } = await make(name, await args(), change);
      expect(made.rungs.at(-1)?.rendition.isCopied).toBe(true);
      const sums = await packetSums(made.audio?.file ?? "");
      const own = new Set(await packetSums(file));
      expect(sums.filter((sum) => own.has(sum)).length).toBeLessThan(sums.length / 2);
      const { atS = Number.NaN } = made.audio?.packets[0] ?? {};
      const { atS: pictureS = Number.NaN } = made.rungs[0]?.packets[0] ?? {};
      expect(Math.abs(atS - pictureS)).toBeLessThan(0.03);
      expect(made.audio?.packets.at(-1)?.endS).toBeGreaterThanOrEqual(4.95);
      expect(made.audio?.stream).toMatchObject({ codec_name: "aac" });
    });
  }
});
