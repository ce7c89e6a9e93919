import { expect, test } from "vitest";
import { createKeyframeChecker } from "./choose-plan.ts";

/** Packets of a video at 10 frames per second with keyframes at these times. */
function cutsOf(keyframesS: readonly number[], lengthS: number): number[] | null {
  const keyframes = createKeyframeChecker({ lengthMs: lengthS * 1000, framesPerSecond: 10 });
  for (const [at, keyS] of keyframesS.entries()) {
    keyframes.addPacket(keyS, true);
    for (let atS = keyS + 0.1; atS < (keyframesS[at + 1] ?? lengthS) - 0.05; atS += 0.1)
      keyframes.addPacket(atS, false);
  }
  return keyframes.cuts();
}

test.each([
  ["one every two seconds", [0, 2, 4, 6, 8], 10, [0, 2, 4, 6, 8]],
  ["one every second and a half", [0, 1.5, 3, 4.5, 6, 7.5, 9], 10, [0, 1.5, 3, 4.5, 6, 7.5, 9]],
  ["a single one in a short clip", [0], 3, [0]],
  ["as far apart as they may be", [0, 4, 8], 12, [0, 4, 8]],
  ["a late one, after which the next is on time again", [0, 3.5, 7, 8.5, 12], 14, [0, 3.5, 7, 8.5, 12]],
  ["several a second", [0, 0.5, 1, 1.5, 2, 2.5], 3, [0, 1, 2]],
  ["further apart", [0, 2, 6.5, 8], 10, null],
  ["none at the beginning", [1, 3, 5], 7, null],
  ["none near the end", [0, 2], 10, null],
  ["none at all", [], 3, null],
  ["on an edge where two clocks may differ", [0, 2, 4.0005, 6], 8, null],
])("%s", (_, keyframesS, lengthS, cuts) => {
  expect(cutsOf(keyframesS, lengthS)).toEqual(cuts);
});

test("a frame shown before its keyframe depends on the previous one, so the source cannot be cut", () => {
  const keyframes = createKeyframeChecker({ lengthMs: 4_000, framesPerSecond: 25 });
  keyframes.addPacket(0, true);
  keyframes.addPacket(2, true);
  keyframes.addPacket(1.96, false);
  expect(keyframes.cuts()).toBeNull();
});

test("nor can one that has a frame without a timestamp or does not start with a keyframe", () => {
  for (const packets of [
    [
      [0, true],
      [Number.NaN, false],
    ],
    [
      [0, false],
      [0.04, true],
    ],
    [
      [-1, true],
      [0, false],
    ],
  ] as const) {
    const keyframes = createKeyframeChecker({ lengthMs: 1_000, framesPerSecond: 25 });
    for (const [atS, isKey] of packets) keyframes.addPacket(atS, isKey);
    expect(keyframes.cuts()).toBeNull();
  }
});
