import { copyFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { chooseGrid, cutPreview, drawSheets, type Grid, takeFrames, toStoryboardVtt } from "./extras.ts";
import { probeSource } from "./probe.ts";
import type { SourceFacts } from "./source-facts.ts";
import { turnQuarter } from "./testing/boxes.ts";
import {
  clockPicture,
  h264,
  hasEncoder,
  hasFfmpeg,
  openClips,
  picture,
  secondOf,
  sound,
  tools,
} from "./testing/clips.ts";
import { decodeFaults, makeLadder, placeSource, show } from "./testing/ladders.ts";

const clips = openClips();
afterAll(() => clips.remove());
const signal = new AbortController().signal;

async function open(file: string): Promise<{ folder: string; source: SourceFacts }> {
  const folder = await placeSource(clips.folder, file);
  return { folder, source: await probeSource(tools, folder, signal) };
}

async function sheetsOf(file: string): Promise<{ source: SourceFacts; grid: Grid; sheets: Buffer[] }> {
  const { source, folder, rungs } = await makeLadder(clips.folder, file);
  const grid = chooseGrid(source);
  await copyFile(rungs[0]?.file ?? "", path.join(folder, "lowest.mp4"));
  return { source, grid, sheets: await drawSheets(tools, "lowest.mp4", grid, { folder, signal }) };
}

describe.skipIf(!hasFfmpeg)("the storyboard", () => {
  test("has a picture for every cue, taken at that cue's time", async () => {
    const { source, grid, sheets } = await sheetsOf(
      await clips.make("clock.mp4", [...clockPicture("160x90", 27.4), ...h264(10)]),
    );
    const cues = [
      ...toStoryboardVtt(grid, source.lengthMs).matchAll(/sheet-(\d+)\.webp#xywh=(\d+),(\d+),(\d+),(\d+)/g),
    ];
    expect(cues).toHaveLength(28);
    expect(sheets).toHaveLength(2);
    for (const [at, [, sheet, ...numbers]] of cues.entries()) {
      const [left = 0, top = 0, width = 0, height = 0] = numbers.map(Number);
      const second = await secondOf(sheets[Number(sheet)] ?? Buffer.alloc(0), { left, top, width, height });
      expect(second).toBe(at);
    }
  });

  test.each([
    ["half a second", 0.5, 1],
    ["exactly one full sheet", 25, 1],
  ])("of %s, %d seconds long, has this many sheets: %d", async (_, seconds, count) => {
    const file = await clips.make(`clock-${seconds}.mp4`, [...clockPicture("64x36", seconds), ...h264(10)]);
    expect((await sheetsOf(file)).sheets).toHaveLength(count);
  });

  test("of a long video is drawn from its keyframes", async () => {
    const args = [...clockPicture("64x36", 36), ...h264(40)];
    const file = await clips.make("long.mp4", args);
    const { folder } = await makeLadder(clips.folder, file);
    await copyFile(file, path.join(folder, "lowest.mp4"));
    const grid: Grid = { everyS: 12, widthPx: 64, heightPx: 36, thumbs: 3 };
    const [sheet = Buffer.alloc(0)] = await drawSheets(tools, "lowest.mp4", grid, { folder, signal });
    const seconds = [0, 64, 128].map((left) => secondOf(sheet, { left, top: 0, width: 64, height: 36 }));
    expect(await Promise.all(seconds)).toEqual([0, 12, 24]);
  });
});

describe.skipIf(!hasFfmpeg)("the three frames to choose from", () => {
  test("are taken at a fifth, a half and four fifths", async () => {
    const { source, folder } = await open(
      await clips.make("clock-10.mp4", [...clockPicture("160x90", 10), ...h264(50)]),
    );
    const frames = await takeFrames(tools, source, { folder, signal });
    expect(await Promise.all(frames.map((frame) => secondOf(frame)))).toEqual([2, 5, 8]);
  });

  test("are taken before the picture ends, even if the sound is longer", async () => {
    const args = [...clockPicture("160x90", 4), ...sound("mono", 40), ...h264(50)];
    const { source, folder } = await open(await clips.make("song.mp4", args));
    const frames = await takeFrames(tools, source, { folder, signal });
    expect(await Promise.all(frames.map((frame) => secondOf(frame)))).toEqual([0, 2, 3]);
  });

  test("are upright and no larger than 1280 pixels", async () => {
    const args = [...picture("1600x200", 5, 1), ...h264(5)];
    const { source, folder } = await open(await clips.make("turned.mp4", args, turnQuarter));
    for (const frame of await takeFrames(tools, source, { folder, signal }))
      expect(await sharp(frame).metadata()).toMatchObject({ format: "webp", width: 160, height: 1280 });
  });

  test("exist even for a clip of half a second", async () => {
    const { source, folder } = await open(await clips.make("short.mp4", [...picture("160x90", 4, 0.5), ...h264(5)]));
    expect(await takeFrames(tools, source, { folder, signal })).toHaveLength(3);
  });
});

describe.skipIf(!hasFfmpeg)("the preview", () => {
  async function preview(file: string) {
    const { source, folder } = await open(file);
    await cutPreview(tools, source, { folder, name: "preview.mp4", signal });
    const target = path.join(folder, "preview.mp4");
    expect(await decodeFaults([target])).toBe("");
    const { streams, packets } = await show(target);
    expect(streams).toHaveLength(1);
    return { stream: streams[0], frames: packets.length };
  }

  test("is three seconds long, silent, and starts within the first third", async () => {
    const args = [...picture("320x180", 25, 5), ...sound("stereo", 5), ...h264(50)];
    const { stream, frames } = await preview(await clips.make("plain.mp4", args));
    expect(stream).toMatchObject({ codec_name: "h264", pix_fmt: "yuv420p", width: 320, height: 180 });
    expect(frames).toBe(75);
  });

  test("is the whole video if that is shorter, in its displayed size", async () => {
    const args = [...picture("241x181", 25, 1), "-vf", "setsar=4/3", ...h264(50, "-pix_fmt", "yuv444p")];
    const { stream, frames } = await preview(await clips.make("wide.mp4", args));
    expect(stream).toMatchObject({ width: 322, height: 182 });
    expect(frames).toBe(25);
  });

  test.skipIf(!hasEncoder("libx265"))("is SDR if the video is HDR", async () => {
    const params = "log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc";
    const args = ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params", params];
    const { stream } = await preview(await clips.make("hlg.mkv", [...picture("160x90", 25, 1), ...args]));
    expect(stream).toMatchObject({ pix_fmt: "yuv420p", color_transfer: "bt709", color_primaries: "bt709" });
  });
});

const LANDSCAPE = { widthPx: 1920, heightPx: 1080 };

test.each([
  ["half a second", 500, 1, 1],
  ["a minute", 60_000, 1, 60],
  ["250 seconds", 250_000, 1, 250],
  ["a little more", 250_001, 2, 126],
  ["six hours", 21_600_000, 87, 249],
])("%s has the expected pictures", (_, lengthMs, everyS, thumbs) => {
  expect(chooseGrid({ lengthMs, ...LANDSCAPE })).toMatchObject({ everyS, thumbs });
});

test.each([
  [1920, 1080, 192, 108],
  [1080, 1920, 108, 192],
  [720, 720, 192, 192],
  [321, 181, 192, 108],
  [8192, 32, 192, 2],
])("%d × %d is drawn at %d × %d", (widthPx, heightPx, thumbWidthPx, thumbHeightPx) => {
  expect(chooseGrid({ lengthMs: 1_000, widthPx, heightPx })).toMatchObject({
    widthPx: thumbWidthPx,
    heightPx: thumbHeightPx,
  });
});

test("cues follow one another, point into their sheet and end with the video", () => {
  const lengthMs = 26_400;
  const grid = chooseGrid({ lengthMs, ...LANDSCAPE });
  const [head, ...cues] = toStoryboardVtt(grid, lengthMs).trim().split("\n\n");
  expect(head).toBe("WEBVTT");
  expect(cues).toHaveLength(27);
  expect(cues[0]).toBe("00:00:00.000 --> 00:00:01.000\nsheet-0.webp#xywh=0,0,192,108");
  expect(cues[6]).toBe("00:00:06.000 --> 00:00:07.000\nsheet-0.webp#xywh=192,108,192,108");
  expect(cues[25]).toBe("00:00:25.000 --> 00:00:26.000\nsheet-1.webp#xywh=0,0,192,108");
  expect(cues[26]).toBe("00:00:26.000 --> 00:00:26.400\nsheet-1.webp#xywh=192,0,192,108");
});

test("no cue is empty or runs backwards, whatever the length", () => {
  for (const lengthMs of [500, 999, 1_000, 1_001, 24_999, 25_000, 250_000, 250_500, 3_600_000, 21_600_000]) {
    const text = toStoryboardVtt(chooseGrid({ lengthMs, ...LANDSCAPE }), lengthMs);
    const times = [...text.matchAll(/^(\S+) --> (\S+)$/gm)].map(([, from = "", to = ""]) => [from, to] as const);
    for (const [at, [from, to]] of times.entries()) {
      expect(from < to).toBe(true);
      if (at > 0) expect(from).toBe(times[at - 1]?.[1]);
    }
  }
});
