import { expect, test } from "vitest";
import { speedBeside } from "./player-commands.ts";

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [2, 1, 2],
  [0.25, -1, 0.25],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
] as const)("from %d× in direction %d one comes to %d×", (rate, steps, next) => {
  expect(speedBeside(rate, steps)).toBe(next);
});
