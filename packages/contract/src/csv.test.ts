import { expect, test } from "vitest";
import { toAmount, toCsv } from "./formats.ts";

test.each([
  ["plain", "plain"],
  ["a, b", '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["-2", "'-2"],
  ["-2.00", "-2.00"],
  ["-2.00+1", "'-2.00+1"],
  ["@SUM(A1),2", `"'@SUM(A1),2"`],
  [-2, "-2"],
  [null, ""],
])("%j is written as %s", (cell, expected) => {
  expect(toCsv([["A"], [cell]])).toBe(`A\r\n${expected}\r\n`);
});

test("an amount has two decimals", () => {
  expect([0, 5, 1000, 123_450].map(toAmount)).toEqual(["0.00", "0.05", "10.00", "1234.50"]);
});
