import { expect, test } from "vitest";
import { nextItem } from "./use-menu.ts";

const LABELS = ["Baseball", "Basketball", "Football", "Golf"];

test.each([
  ["ArrowDown", -1, 0],
  ["ArrowDown", 3, 0],
  ["ArrowUp", -1, 3],
  ["ArrowUp", 0, 3],
  ["ArrowUp", 2, 1],
  ["Home", 2, 0],
  ["End", 0, 3],
  ["b", -1, 0],
  ["b", 0, 1],
  ["B", 1, 0],
  ["g", 0, 3],
  ["x", 0, null],
  [" ", 0, null],
  ["Tab", 0, null],
])("%s from %i focuses %s", (key, at, to) => {
  expect(nextItem(key, at, LABELS)).toBe(to);
});

test("an empty menu has no next item", () => {
  expect(nextItem("ArrowDown", -1, [])).toBeNull();
});
