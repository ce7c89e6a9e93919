import { expect, test } from "vitest";
import { isOldEnough } from "./new-account.policy.ts";

test.each([
  ["2013-06-15", true],
  ["2013-06-16", false],
  ["1960-01-01", true],
])("born %s, on 15 June 2026: old enough %s", (birth, expected) => {
  expect(isOldEnough(birth, new Date("2026-06-15T12:00:00Z"))).toBe(expected);
});
