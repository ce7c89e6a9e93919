import { expect, test } from "vitest";
import { chooseGrid, toStoryboardVtt } from "./extras.ts";

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
