import { expect, test } from "vitest";
import { shownAt } from "./slides-per-view.ts";

const TRENDING = [
  { maxWidth: 1723, shown: 4 },
  { maxWidth: 1411, shown: 3 },
  { maxWidth: 1096, shown: 2 },
  { maxWidth: 712, shown: 1 },
];

test.each([
  [1920, 5],
  [1724, 5],
  [1723, 4],
  [1412, 4],
  [1411, 3],
  [1097, 3],
  [1096, 2],
  [786, 2],
  [713, 2],
  [712, 1],
  [320, 1],
])("a screen of %i px shows %i cards", (width, shown) => {
  expect(shownAt(width, 5, TRENDING)).toBe(shown);
});
