import { expect, test } from "vitest";
import { toLoop } from "./announcements.policy.ts";

test.each([
  [null, 10, 15],
  [60, 10, 15],
  [15, 10, 15],
  [14.9, 0, 14.9],
  [3, 0, 3],
])("a video of %s seconds loops from %s to %s", (lengthS, from_s, to_s) => {
  expect(toLoop(lengthS)).toEqual({ from_s, to_s });
});
