import { expect, test } from "vitest";
import { slidesPerViewAt } from "./carousel.tsx";

const TRENDING = [
  { maxWidth: 1723, slidesPerView: 4 },
  { maxWidth: 1411, slidesPerView: 3 },
  { maxWidth: 1096, slidesPerView: 2 },
  { maxWidth: 712, slidesPerView: 1 },
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
])("at %i px shows %i cards", (width, shown) => {
  expect(slidesPerViewAt(width, 5, TRENDING)).toBe(shown);
});
