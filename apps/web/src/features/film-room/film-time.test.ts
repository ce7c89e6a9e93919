import type { FilmNote } from "@app/contract/film-notes";
import { expect, test } from "vitest";
import { stepSpeed, stepTarget, toCsv, withLoopEnd } from "./film-time.ts";

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

test("speeds go from 0.1 to 2 in steps of 0.05", () => {
  expect(stepSpeed(1, 1)).toBe(1.05);
  expect(stepSpeed(0.15, -1)).toBe(0.1);
  expect(stepSpeed(0.1, -1)).toBe(0.1);
  expect(stepSpeed(2, 1)).toBe(2);
});

test("a loop needs both ends in order", () => {
  expect(withLoopEnd(null, "a", 5)).toEqual({ fromS: 5, toS: null });
  expect(withLoopEnd({ fromS: 5, toS: null }, "b", 8)).toEqual({ fromS: 5, toS: 8 });
  expect(withLoopEnd({ fromS: 5, toS: 8 }, "a", 6)).toEqual({ fromS: 6, toS: 8 });
  expect(withLoopEnd({ fromS: 5, toS: 8 }, "a", 9)).toEqual({ fromS: 9, toS: null });
  expect(withLoopEnd({ fromS: 5, toS: 8 }, "b", 4)).toEqual({ fromS: 4, toS: null });
  expect(withLoopEnd(null, "b", 4)).toEqual({ fromS: 0, toS: 4 });
});

test("a sheet is safe to open in a spreadsheet", () => {
  const note = {
    ...{ from_ms: 1_000, to_ms: 2_500, text: '=1+1, "quoted"', drawing: [], is_shared: true },
    author: { name: "Maya", username: "maya", is_you: true },
  } as unknown as FilmNote;
  expect(toCsv([note])).toBe(
    `\ufeffFrom,To,Note,Drawing,By,Shared\r\n0:01.000,0:02.500,"'=1+1, ""quoted""",No,Maya,Yes\r\n`,
  );
});
