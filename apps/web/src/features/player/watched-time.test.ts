import { describe, expect, test } from "vitest";
import { addPlayed, breakPlayed, NOTHING_WATCHED, type WatchedTime } from "./watched-time.ts";

function play(time: WatchedTime, positionsS: number[]): WatchedTime {
  return positionsS.reduce(addPlayed, time);
}

describe("counting what was watched", () => {
  test("playing on adds up", () => {
    expect(play(NOTHING_WATCHED, [0, 0.25, 0.5, 0.75, 1]).watchedS).toBeCloseTo(1);
  });

  test("the first report alone is nothing watched, wherever it stands", () => {
    expect(play(NOTHING_WATCHED, [600]).watchedS).toBe(0);
  });

  test("a jump forward is not watched, what follows it is", () => {
    const before = play(NOTHING_WATCHED, [0, 1, 2]);
    const after = play(breakPlayed(before), [300, 301]);
    expect(after.watchedS).toBeCloseTo(3);
  });

  test("a jump that nobody announced is not watched either", () => {
    expect(play(NOTHING_WATCHED, [0, 1, 60, 61]).watchedS).toBeCloseTo(2);
  });

  test("going back and watching again counts again", () => {
    expect(play(NOTHING_WATCHED, [0, 1, 2, 0, 1, 2]).watchedS).toBeCloseTo(4);
  });

  test("a hidden tab at double speed reports every two seconds and loses nothing", () => {
    expect(play(NOTHING_WATCHED, [0, 2, 4, 6]).watchedS).toBeCloseTo(6);
  });

  test("visibility still and broken positions change nothing", () => {
    expect(play(NOTHING_WATCHED, [1, 1, 1, Number.NaN, 1.5]).watchedS).toBeCloseTo(0.5);
  });
});
