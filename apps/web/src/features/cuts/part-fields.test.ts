import { expect, test } from "vitest";
import { withEnd } from "./part-fields.tsx";

const PART = { from_s: 3, to_s: 8 };

test.each([
  ["the start", "from_s", 4.26, { from_s: 4.3, to_s: 8 }],
  ["the start to the end", "from_s", 8, { from_s: 8, to_s: 12 }],
  ["the start beyond the end", "from_s", 9, { from_s: 9, to_s: 12 }],
  ["the start before the video", "from_s", -1, { from_s: 0, to_s: 8 }],
  ["the end", "to_s", 7.04, { from_s: 3, to_s: 7 }],
  ["the end before the start", "to_s", 2, { from_s: 0, to_s: 2 }],
  ["the end after the video", "to_s", 40, { from_s: 3, to_s: 12 }],
] as const)("moving %s keeps a part", (_name, end, atS, expected) => {
  expect(withEnd(PART, end, atS, 12)).toEqual(expected);
});
