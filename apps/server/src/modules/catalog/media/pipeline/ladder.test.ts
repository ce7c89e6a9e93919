import { describe, expect, test } from "vitest";
import { canCopyTop, chooseFrameRate, chooseOwnSize, chooseRenditions } from "./ladder.ts";

function sizesOf(widthPx: number, heightPx: number): string[] {
  return chooseRenditions({ widthPx, heightPx, framesPerSecond: 25 }).map((rung) => `${rung.widthPx}x${rung.heightPx}`);
}

describe("the ladder of a source", () => {
  test.each([
    ["landscape", 1920, 1080, ["426x240", "640x360", "854x480", "1280x720", "1920x1080"]],
    ["portrait", 1080, 1920, ["240x426", "360x640", "480x854", "720x1280", "1080x1920"]],
    ["square", 720, 720, ["240x240", "360x360", "480x480", "720x720"]],
    ["larger than the top rung", 3840, 2160, ["426x240", "640x360", "854x480", "1280x720", "1920x1080"]],
    ["between two rungs", 1067, 600, ["426x240", "640x360", "854x480", "1068x600"]],
    ["just above a rung, which it replaces", 900, 500, ["432x240", "648x360", "900x500"]],
    ["smaller than the lowest rung", 320, 180, ["320x180"]],
    ["the smallest allowed", 32, 32, ["32x32"]],
    ["odd", 321, 181, ["322x182"]],
    ["very wide", 2560, 240, ["2560x240"]],
  ])("%s", (_, widthPx, heightPx, sizes) => {
    expect(sizesOf(widthPx, heightPx)).toEqual(sizes);
  });

  test("never exceeds the source by more than the pixel that makes a size even", () => {
    for (let heightPx = 32; heightPx <= 2200; heightPx += 7) {
      const widthPx = Math.round(heightPx * 1.7);
      for (const rung of chooseRenditions({ widthPx, heightPx, framesPerSecond: 30 })) {
        expect(rung.widthPx).toBeLessThanOrEqual(widthPx + 1);
        expect(rung.heightPx).toBeLessThanOrEqual(heightPx + 1);
        expect([rung.widthPx % 2, rung.heightPx % 2]).toEqual([0, 0]);
      }
    }
  });

  test("increases in size and bit rate, with unique names", () => {
    for (const heightPx of [180, 299, 301, 449, 451, 600, 899, 901, 1080, 1440]) {
      const rungs = chooseRenditions({ widthPx: heightPx * 2, heightPx, framesPerSecond: 30 });
      expect(new Set(rungs.map((rung) => rung.name)).size).toBe(rungs.length);
      for (const [at, rung] of rungs.slice(1).entries()) {
        expect(rung.heightPx).toBeGreaterThan(rungs[at]?.heightPx ?? 0);
        expect(rung.videoKbps).toBeGreaterThan(rungs[at]?.videoKbps ?? 0);
      }
    }
  });

  test.each([
    [25, 2_800],
    [29.97, 2_800],
    [50, 4_200],
    [60, 4_200],
  ])("at %d frames per second gives 720p %d kbit/s", (framesPerSecond, kbps) => {
    const rungs = chooseRenditions({ widthPx: 1280, heightPx: 720, framesPerSecond });
    expect(rungs.at(-1)?.videoKbps).toBe(kbps);
  });

  test.each([
    { widthPx: 0, heightPx: 100, framesPerSecond: 25 },
    { widthPx: 100, heightPx: 100, framesPerSecond: 0 },
    { widthPx: Number.NaN, heightPx: 100, framesPerSecond: 25 },
  ])("rejects numbers no probe may report: %o", (source) => {
    expect(() => chooseRenditions(source)).toThrow(RangeError);
  });
});

describe("copying the top rung", () => {
  const source = {
    widthPx: 1280,
    heightPx: 720,
    framesPerSecond: 30,
    videoCodec: "h264",
    pixelFormat: "yuv420p",
    videoKbps: 2_500,
    isVariableRate: false,
    isAltered: false,
    isHdr: false,
    lengthMs: 10_000,
    videoMs: 10_000,
  };

  function mayCopy(change: Partial<typeof source>): boolean {
    const changed = { ...source, ...change };
    const top = chooseRenditions(changed).at(-1);
    return top !== undefined && canCopyTop(changed, top);
  }

  test("is possible for plain H.264 of a fitting size", () => {
    expect(mayCopy({})).toBe(true);
    expect(mayCopy({ framesPerSecond: 60, videoKbps: 5_000 })).toBe(true);
    expect(mayCopy({ videoKbps: 3_640 })).toBe(true);
    expect(mayCopy({ lengthMs: 10_100 })).toBe(true);
  });

  test.each([
    { videoCodec: "hevc" },
    { pixelFormat: "yuv420p10le" },
    { pixelFormat: "yuvj420p" },
    { pixelFormat: "yuv444p" },
    { isVariableRate: true },
    { isAltered: true },
    { isHdr: true },
    { widthPx: 2560, heightPx: 1440 },
    { widthPx: 1279 },
    { framesPerSecond: 120 },
    { framesPerSecond: 2 },
    { videoKbps: 3_641 },
    { lengthMs: 10_101 },
  ])("is not possible for %o", (change) => {
    expect(mayCopy(change)).toBe(false);
  });
});

describe("the frame rate", () => {
  test.each([
    ["a constant rate is kept", 25, false, 25],
    ["even the fractional one of television", 30_000 / 1001, false, 30_000 / 1001],
    ["and 60", 60, false, 60],
    ["120 is halved", 120, false, 60],
    ["and 59.94 becomes half of 119.88", 120_000 / 1001, false, 60_000 / 1001],
    ["240 is quartered", 240, false, 60],
    ["a variable rate becomes the next common rate", 29.4, true, 30],
    ["a rate just above a common one becomes that", 30.3, true, 30],
    ["a slow variable rate becomes 24", 7, true, 24],
    ["a variable rate between two becomes the higher one", 41, true, 50],
    ["a variable rate may lose a few frames", 31, true, 30],
    ["up to a fourteenth of them", 32.2, true, 30],
    ["but not beyond", 32.4, true, 50],
    ["of two suitable rates, the nearer one", 26, true, 25],
    ["the higher one if the lower loses too much", 27, true, 30],
    ["a variable rate just above 60 becomes 60", 60.4, true, 60],
    ["a very slow rate is raised, so that every segment starts with a frame", 0.5, false, 24],
  ])("%s: %d", (_, framesPerSecond, isVariableRate, rate) => {
    expect(chooseFrameRate({ framesPerSecond, isVariableRate })).toBeCloseTo(rate, 6);
  });
});

test.each([
  [1920, 1080, null],
  [2560, 1440, "1440p"],
  [1440, 2560, "1440p"],
  [3840, 2160, "2160p"],
  [4096, 2160, "2160p"],
  [5120, 2160, null],
  [4320, 7680, null],
])("a source of %d × %d has its own size as a rung: %s", (widthPx, heightPx, name) => {
  const rung = chooseOwnSize({ widthPx, heightPx, framesPerSecond: 30 });
  expect(rung && [rung.name, rung.widthPx, rung.heightPx]).toEqual(name && [name, widthPx, heightPx]);
});
