import { expect, test } from "vitest";
import { readTimeCode, timeCode } from "./format.ts";

test.each([
  [0, "0:00.000"],
  [83_456, "1:23.456"],
  [3_723_050, "1:02:03.050"],
])("%d ms is %s, and back", (ms, text) => {
  expect(timeCode(ms)).toBe(text);
  expect(readTimeCode(text)).toBe(ms);
});

test.each([
  ["83", 83_000],
  ["1:23", 83_000],
  ["0:05.5", 5_500],
  ["0:05,25", 5_250],
  ["", null],
  ["1:60", null],
  ["-1", null],
  ["1:2:3:4", null],
  ["soon", null],
])("'%s' is read as %s ms", (text, ms) => {
  expect(readTimeCode(text)).toBe(ms);
});
