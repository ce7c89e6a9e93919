import { describe, expect, test } from "vitest";
import { addPlayed, breakPlayed, NOTHING_WATCHED, type WatchedTime } from "./watched-time.ts";

function play(time: WatchedTime, positionsS: number[]): WatchedTime {
  return positionsS.reduce(addPlayed, time);
}

describe("counting watched time", () => {
  test("continuous playback adds up", () => {
    expect(play(NOTHING_WATCHED, [0, 0.25, 0.5, 0.75, 1]).watchedS).toBeCloseTo(1);
  });

  test("a single report counts nothing", () => {
    expect(play(NOTHING_WATCHED, [600]).watchedS).toBe(0);
  });

  test("a jump forward does not count, but what follows does", () => {
    const before = play(NOTHING_WATCHED, [0, 1, 2]);
    const after = play(breakPlayed(before), [300, 301]);
    expect(after.watchedS).toBeCloseTo(3);
  });

  test("an unannounced jump does not count either", () => {
    expect(play(NOTHING_WATCHED, [0, 1, 60, 61]).watchedS).toBeCloseTo(2);
  });

  test("watching a part again counts again", () => {
    expect(play(NOTHING_WATCHED, [0, 1, 2, 0, 1, 2]).watchedS).toBeCloseTo(4);
  });

  test("reports every two seconds, as from a hidden tab at double speed, count in full", () => {
    expect(play(NOTHING_WATCHED, [0, 2, 4, 6]).watchedS).toBeCloseTo(6);
  });

  test("repeated and invalid positions count nothing", () => {
    expect(play(NOTHING_WATCHED, [1, 1, 1, Number.NaN, 1.5]).watchedS).toBeCloseTo(0.5);
  });
});
