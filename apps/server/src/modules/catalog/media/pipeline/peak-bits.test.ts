import { expect, test } from "vitest";
import { peakBitsPerS } from "./peak-bits.ts";

/** @param segments [seconds, kilobits] each */
function peakKbps(segments: readonly (readonly [number, number])[], targetS = 4): number {
  const sized = segments.map(([lengthS, kilobits]) => ({ name: "", lengthS, sizeBytes: kilobits * 125 }));
  return peakBitsPerS(sized, targetS) / 1000;
}

test.each([
  [
    "the busiest of equals",
    [
      [4, 400],
      [4, 800],
      [4, 600],
    ],
    200,
  ],
  [
    "a short first one counts with its neighbour",
    [
      [1, 900],
      [1, 100],
      [2, 200],
      [4, 400],
    ],
    500,
  ],
  [
    "a short last one does not count alone",
    [
      [4, 400],
      [0.04, 100],
    ],
    500 / 4.04,
  ],
  ["what is still short is taken whole", [[1, 900]], 900],
  ["a flash of a second is spread over half of one", [[0.04, 100]], 200],
  ["nothing yet", [], 0],
] as const)("%s", (_, segments, kbps) => {
  expect(peakKbps(segments)).toBeCloseTo(kbps, 0);
});
