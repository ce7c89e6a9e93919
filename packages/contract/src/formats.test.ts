import { expect, test } from "vitest";
import { toDollars } from "./formats.ts";

test("money reads in dollars and cents", () => {
  expect([0, 5, 999, 1_000, 123_450].map(toDollars)).toEqual(["$0.00", "$0.05", "$9.99", "$10.00", "$1,234.50"]);
  expect([123_456_789, -5, -123_450].map(toDollars)).toEqual(["$1,234,567.89", "-$0.05", "-$1,234.50"]);
});
