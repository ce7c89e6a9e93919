import { expect, test } from "vitest";
import { stepTarget } from "./video-frames.ts";

test.each([
  ["at 30 frames a second", 0, 30, 1, 1.5 / 30],
  ["at 60 frames a second", 1, 60, 1, 61.5 / 60],
  ["at 29.97 frames a second", 100 / 29.97, 29.97, 1, 101.5 / 29.97],
  ["backwards", 1, 30, -1, 29.5 / 30],
  ["not before the start", 0, 30, -1, 0],
  ["at an unknown rate", 0, 0, 1, 1.5 / 30],
])("a step %s ends in the middle of the next frame", (_, atS, rate, frames, expected) => {
  expect(stepTarget(atS, rate, frames)).toBeCloseTo(expected, 6);
});

test("the middle of a frame steps to the middle of its neighbor", () => {
  expect(stepTarget(stepTarget(0, 25, 1), 25, 1)).toBeCloseTo(2.5 / 25, 6);
});
