import { expect, test } from "vitest";
import { mergeParts, partTime } from "./part-times.ts";

test("times have tenths where the parts of a curve are shorter than a second", () => {
  expect(partTime(83.4, { from_s: 82, to_s: 84 })).toBe("1:23");
  expect(partTime(0.24, { from_s: 0.24, to_s: 0.48 })).toBe("0:00.2");
  expect(partTime(59.98, { from_s: 59.74, to_s: 59.98 })).toBe("1:00.0");
});

test("neighboring parts are named as one, in the order of the video", () => {
  const parts = [
    { from_s: 4, to_s: 6 },
    { from_s: 20, to_s: 22 },
    { from_s: 2, to_s: 4 },
  ];
  expect(mergeParts(parts)).toEqual([
    { from_s: 2, to_s: 6 },
    { from_s: 20, to_s: 22 },
  ]);
  expect(mergeParts([])).toEqual([]);
});
