import { expect, test } from "vitest";
import { keyframesBeside, piecesBetween, segmentEndS, segmentStartsS } from "./segment-lengths.ts";

test("segments end early at first, then every four seconds", () => {
  expect([0, 1, 2, 3, 4, 5].map(segmentEndS)).toEqual([0.5, 1, 2, 4, 8, 12]);
});

test.each([
  ["one a second", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 8], [1, 1, 1, 1, 4, 3]],
  ["one every two seconds", [0, 2, 4, 6, 8, 10, 12], [0, 2, 4, 6, 8, 10, 12], [1, 1, 1, 1, 1, 1, 2]],
  [
    "of a television's rate",
    [0, 1.5015, 3.003, 4.5045, 6.006, 7.5075],
    [0, 1.5015, 3.003, 4.5045, 6.006],
    [1, 1, 1, 1, 3],
  ],
  ["as far apart as they may be", [0, 4, 8, 12], [0, 4, 8, 12], [2, 2, 2, 2]],
])("beside a copy segments begin where it can be cut: %s", (_, cutsS, startsS, pieces) => {
  expect(segmentStartsS(cutsS)).toEqual(startsS);
  expect(piecesBetween(keyframesBeside(cutsS), startsS)).toEqual(pieces);
});

test.each([
  ["regular cuts", [0, 4, 8], [0, 2, 4, 6, 8, 10]],
  ["cuts that come late", [0, 4.5, 9], [0, 2, 4.5, 6.5, 9, 11]],
  ["cuts that are near enough", [0, 2, 4, 6.5], [0, 2, 4, 6.5, 8.5]],
])("beside a copy a keyframe stands at each cut, and within longer stretches: %s", (_, cutsS, keyframesS) => {
  expect(keyframesBeside(cutsS)).toEqual(keyframesS);
});
