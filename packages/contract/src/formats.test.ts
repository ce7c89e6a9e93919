import { expect, test } from "vitest";
import { shortenEmail, toAmount, toCsv, toDollars } from "./formats.ts";

test("money reads in dollars and cents", () => {
  expect([0, 5, 999, 1_000, 123_450].map(toDollars)).toEqual(["$0.00", "$0.05", "$9.99", "$10.00", "$1,234.50"]);
  expect([123_456_789, -5, -123_450].map(toDollars)).toEqual(["$1,234,567.89", "-$0.05", "-$1,234.50"]);
});

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
  [12.345_678_9, "12.346"],
  [null, ""],
])("%j is written as %s", (cell, expected) => {
  expect(toCsv([["A"], [cell]])).toBe(`A\r\n${expected}\r\n`);
});

test("an amount has two decimals", () => {
  expect([0, 5, 1000, 123_450].map(toAmount)).toEqual(["0.00", "0.05", "10.00", "1234.50"]);
});

test("a shortened address keeps its first letter and its provider", () => {
  expect(shortenEmail("maya.lee@mail.com")).toBe("m•••@mail.com");
});
