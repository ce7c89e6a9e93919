import { expect, test } from "vitest";
import { nextSpeed } from "./player-commands.ts";

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.25, -1, 0.25],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
] as const)("from %d× in direction %d the next speed is %d×", (rate, steps, next) => {
  expect(nextSpeed(rate, steps)).toBe(next);
});
