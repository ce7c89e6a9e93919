import { expect, test } from "vitest";
import { keyframesBeside, segmentEndS } from "./segment-lengths.ts";

test("segments end early at first, then every four seconds", () => {
  expect([0, 1, 2, 3, 4, 5].map(segmentEndS)).toEqual([1, 2, 4, 8, 12, 16]);
});

test.each([
  ["regular cuts", [0, 4, 8], [0, 2, 4, 6, 8, 10]],
  ["cuts that come late", [0, 4.5, 9], [0, 2, 4.5, 6.5, 9, 11]],
  ["so late that the next multiple is nearer than the middle", [0, 6.5, 8], [0, 2, 6.5, 8, 10]],
])("beside a copy a keyframe stands at each cut and within: %s", (_, cutsS, keyframesS) => {
  expect(keyframesBeside(cutsS)).toEqual(keyframesS);
});
