import { expect, test } from "vitest";
import { firstFrameS, stepTarget } from "./video-frames.ts";

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

test.each([
  ["at 0", [0], 0],
  ["a little later, where it is shown from 0 on", [0.16], 0.16],
  ["in a part that was loaded later", [61.2], 0],
  ["nowhere yet", [], 0],
])("the first frame begins %s", (_, starts, expected) => {
  const buffered = { length: starts.length, start: (at: number) => starts[at] ?? 0, end: () => 0 };
  expect(firstFrameS({ buffered })).toBe(expected);
});
