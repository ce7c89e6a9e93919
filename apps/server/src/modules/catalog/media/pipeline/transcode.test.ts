import { afterAll, describe, expect, test } from "vitest";
import { chooseFrameRate } from "./ladder.ts";
import { turnQuarter } from "./testing/boxes.ts";
import { h264, hasEncoder, hasFfmpeg, openClips, picture, sound } from "./testing/clips.ts";
import { decodeFaults, type MadeLadder, makeLadder } from "./testing/ladders.ts";

const clips = openClips();
afterAll(() => clips.remove());

/** A source that fits would be copied; full chroma is never copied. */
const ENCODED = ["-pix_fmt", "yuv444p"];

type Expected = {
  sizes: string[];
  framesPerSecond: number;
  lengthS: number;
  audioChannels?: number;
  segmentsS?: number[];
};
type Case = {
  name: string;
  args: string[];
  expected: Expected;
  /** An encoder that not every ffmpeg has. */
  needs?: string;
  change?: (file: Buffer) => Buffer;
  also?: (made: MadeLadder) => void;
};

const CASES: Record<string, Case> = {
  "landscape with sound": {
    name: "landscape.mp4",
    args: [...picture("640x360", 25, 9), ...sound("stereo", 9), ...h264(300, ...ENCODED)],
    expected: {
      sizes: ["426x240", "640x360"],
      framesPerSecond: 25,
      lengthS: 9,
      audioChannels: 2,
      segmentsS: [0.52, 0.48, 1, 2, 4, 1],
    },
  },
  portrait: {
    name: "portrait.mp4",
    args: [...picture("180x320", 30, 2), ...h264(300, ...ENCODED)],
    expected: { sizes: ["180x320"], framesPerSecond: 30, lengthS: 2, segmentsS: [0.5, 0.5, 1] },
  },
  square: {
    name: "square.mov",
    args: [...picture("240x240", 24, 2), ...sound("mono", 2), ...h264(300, ...ENCODED)],
    expected: { sizes: ["240x240"], framesPerSecond: 24, lengthS: 2, audioChannels: 1 },
  },
  "rotated by metadata": {
    name: "rotated.mp4",
    args: [...picture("320x180", 25, 2), ...h264(50)],
    change: turnQuarter,
    expected: { sizes: ["180x320"], framesPerSecond: 25, lengthS: 2 },
  },
  "pixels that are not square": {
    name: "anamorphic.mp4",
    args: [...picture("240x180", 25, 2), ...h264(50), "-vf", "setsar=4/3"],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 2 },
  },
  interlaced: {
    name: "interlaced.mkv",
    args: [...picture("320x180", 50, 2), "-vf", "interlace", ...h264(50, "-flags", "+ildct+ilme", "-top", "1")],
    expected: { sizes: ["320x180"], framesPerSecond: 50, lengthS: 2 },
  },
  "odd sizes": {
    name: "odd.mp4",
    args: [...picture("321x181", 25, 2), ...h264(300, ...ENCODED)],
    expected: { sizes: ["322x182"], framesPerSecond: 25, lengthS: 2 },
  },
  "a variable rate": {
    name: "variable.mp4",
    args: [
      ...picture("320x180", 30, 3),
      "-vf",
      "select='not(between(n,20,38)+eq(mod(n,7),3))'",
      "-fps_mode",
      "vfr",
      ...h264(300),
    ],
    expected: { sizes: ["320x180"], framesPerSecond: 24, lengthS: 3 },
  },
  "50 frames a second": {
    name: "fifty.mp4",
    args: [...picture("320x180", 50, 2), ...h264(500, ...ENCODED)],
    expected: { sizes: ["320x180"], framesPerSecond: 50, lengthS: 2 },
  },
  "60 of a television": {
    name: "sixty.mp4",
    args: [...picture("320x180", "60000/1001", 2), ...sound("stereo", 2), ...h264(500, ...ENCODED)],
    expected: { sizes: ["320x180"], framesPerSecond: 60_000 / 1001, lengthS: 2, audioChannels: 2 },
  },
  "120, which is halved": {
    name: "slow-motion.mp4",
    args: [...picture("320x180", 120, 2), ...h264(500)],
    expected: { sizes: ["320x180"], framesPerSecond: 60, lengthS: 2 },
  },
  "two pictures a second": {
    name: "slides.mp4",
    args: [...picture("320x180", 2, 3), ...h264(50)],
    expected: { sizes: ["320x180"], framesPerSecond: 24, lengthS: 3, segmentsS: [0.5, 0.5, 1, 1] },
  },
  "sound that begins late and ends early": {
    name: "late-sound.mp4",
    args: [...picture("320x180", 25, 5), "-itsoffset", "1", ...sound("mono", 2), ...h264(500, ...ENCODED)],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 5, audioChannels: 1 },
  },
  "sound that goes on after the picture": {
    name: "long-sound.mkv",
    args: [...picture("320x180", 25, 2), ...sound("mono", 24), ...h264(500, ...ENCODED)],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 24, audioChannels: 1 },
  },
  "a picture that begins late": {
    name: "late-picture.mkv",
    args: [...sound("mono", 4), "-itsoffset", "1", ...picture("320x180", 25, 3), ...h264(500), "-fps_mode", "vfr"],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 4, audioChannels: 1 },
  },
  "six channels": {
    name: "surround.mp4",
    args: [...picture("320x180", 25, 2), ...sound("5.1", 2), ...h264(500, ...ENCODED)],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 2, audioChannels: 2 },
  },
  "Matroska without a length in its header": {
    name: "live.mkv",
    args: [
      ...picture("320x180", 25, 2),
      ...sound("stereo", 2),
      ...h264(500, ...ENCODED),
      "-f",
      "matroska",
      "-live",
      "1",
    ],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 2, audioChannels: 2 },
  },
  "WebM of VP9 and Opus": {
    name: "browser.webm",
    needs: "libvpx-vp9",
    args: [
      ...[...picture("320x180", 25, 2), ...sound("stereo", 2), "-c:v", "libvpx-vp9", "-deadline", "realtime"],
      ...["-cpu-used", "8", "-c:a", "libopus"],
    ],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 2, audioChannels: 2 },
  },
  "high dynamic range, which becomes SDR": {
    name: "hdr.mp4",
    needs: "libx265",
    args: [
      ...[...picture("320x180", 25, 2), "-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le"],
      ...["-x265-params", "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc", "-tag:v", "hvc1"],
    ],
    expected: { sizes: ["320x180"], framesPerSecond: 25, lengthS: 2 },
    also: expectSdrOfHdr,
  },
};

describe.skipIf(!hasFfmpeg)("the ladder of a real file", () => {
  for (const [title, { name, args, expected, needs, change, also }] of Object.entries(CASES)) {
    test.skipIf(needs !== undefined && !hasEncoder(needs))(title, async () => {
      const made = await makeLadder(clips.folder, await clips.make(name, args, change));
      expectPlayable(made, expected);
      expectInStep(made);
      expectMaster(made, expected);
      expect(made.damage).toBeNull();
      also?.(made);
      const tracks = [...made.rungs, ...(made.audio ? [made.audio] : [])];
      expect(await decodeFaults(tracks.map(({ file }) => file))).toBe("");
    });
  }
});

function expectSdrOfHdr(made: MadeLadder): void {
  expect(made.source).toMatchObject({ isHdr: true, pixelFormat: "yuv420p10le" });
  for (const { stream } of made.rungs)
    expect(stream).toMatchObject({
      color_transfer: "bt709",
      color_primaries: "bt709",
      color_space: "bt709",
      color_range: "tv",
    });
}

function expectPlayable(made: MadeLadder, expected: Expected): void {
  const frameS = 1 / expected.framesPerSecond;
  expect(made.rungs.map(({ rendition }) => `${rendition.widthPx}x${rendition.heightPx}`)).toEqual(expected.sizes);
  for (const { stream, rendition, packets, playlist, segments } of made.rungs) {
    expect(rendition.isCopied).toBe(false);
    expect(stream).toMatchObject({
      codec_name: "h264",
      pix_fmt: "yuv420p",
      width: rendition.widthPx,
      height: rendition.heightPx,
    });
    const spanS = (packets.at(-1)?.endS ?? 0) - (packets[0]?.atS ?? 0);
    expect(Math.abs(spanS - expected.lengthS)).toBeLessThanOrEqual(2 * frameS + 0.001);
    expect(Math.abs(packets.length - spanS * expected.framesPerSecond)).toBeLessThanOrEqual(1);
    expect(playlist).toMatch(/#EXT-X-ENDLIST\n$/);
    const lengthsS = segments.map((segment) => segment.lengthS);
    if (expected.segmentsS) expect(lengthsS).toEqual(expected.segmentsS);
    expect(lengthsS.reduce((sum, lengthS) => sum + lengthS, 0)).toBeCloseTo(spanS, 1);
  }
  expect(made.audio?.stream.channels).toBe(expected.audioChannels);
}

/** Every rung changes segments at the same times, at keyframes, with one every two seconds, and the audio follows. */
function expectInStep(made: MadeLadder): void {
  const [lowest] = made.rungs;
  const frameS = 1 / chooseFrameRate(made.source);
  for (const { segments, packets } of made.rungs) {
    expect(segments.map(({ lengthS }) => lengthS)).toEqual(lowest?.segments.map(({ lengthS }) => lengthS));
    const startS = packets[0]?.atS ?? 0;
    const cutsS = segments.map((_, at) => segments.slice(0, at).reduce((sum, { lengthS }) => sum + lengthS, 0));
    const keysS = packets.filter(({ isKey }) => isKey).map(({ atS }) => atS - startS);
    for (const cutS of cutsS) expect(Math.min(...keysS.map((keyS) => Math.abs(keyS - cutS)))).toBeLessThan(frameS / 2);
    for (const [at, keyS] of keysS.entries())
      expect((keysS[at + 1] ?? (packets.at(-1)?.atS ?? 0) - startS) - keyS).toBeLessThan(2 + 1.5 * frameS);
  }
  if (!made.audio) return;
  const { packets } = made.audio;
  // Every AAC track starts with 1,024 priming samples before the first sound.
  const beginsS = (packets[0]?.atS ?? 0) - (lowest?.packets[0]?.atS ?? 0);
  expect(beginsS).toBeGreaterThan(-0.025);
  expect(beginsS).toBeLessThan(0.005);
  expect(Math.abs((packets.at(-1)?.endS ?? 0) - (lowest?.packets.at(-1)?.endS ?? 0))).toBeLessThan(0.1);
  for (const [at, packet] of packets.slice(1).entries())
    expect(packet.atS - (packets[at]?.atS ?? 0)).toBeLessThan(0.03);
}

function expectMaster(made: MadeLadder, expected: Expected): void {
  const variants = [...made.master.matchAll(/^#EXT-X-STREAM-INF:(.*)\n(.*)$/gm)];
  expect(variants.map(([, , uri]) => uri)).toEqual(made.rungs.map(({ rendition }) => `${rendition.name}.m3u8`));
  for (const [at, [, attributes = ""]] of variants.entries()) {
    const rung = made.rungs[at];
    expect(attributes).toContain(`RESOLUTION=${rung?.stream.width}x${rung?.stream.height},`);
    expect(attributes).toContain(`FRAME-RATE=${expected.framesPerSecond.toFixed(3)},`);
    const level = Number(rung?.stream.level).toString(16).padStart(2, "0");
    expect(attributes).toContain(`CODECS="avc1.6400${level}${made.audio ? ",mp4a.40.2" : ""}"`);
    expect(Number(/BANDWIDTH=(\d+)/.exec(attributes)?.[1])).toBeGreaterThan(40_000);
  }
  expect(made.playable).toHaveLength(1);
  expect(made.progress.at(-1)).toBeGreaterThan(0.9);
}
