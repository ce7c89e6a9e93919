import { describe, expect, test } from "vitest";
import { addCue, mergeWithNext, moveEdge, readingSpeed, replaceAll, snapToSilence, splitCue } from "./edit-cues.ts";

const LENGTH_MS = 60_000;
const cue = (start_ms: number, end_ms: number, text: string) => ({ start_ms, end_ms, text });
const CUES = [cue(1_000, 3_000, "one two"), cue(3_500, 5_000, "three"), cue(10_000, 12_000, "four")];

describe("editing cues", () => {
  test("adds one at the playhead, in the room there is", () => {
    expect(addCue(CUES, 6_000, LENGTH_MS)).toEqual({ index: 2, cues: CUES.toSpliced(2, 0, cue(6_000, 8_000, "")) });
    expect(addCue(CUES, 9_000, LENGTH_MS)?.cues[2]).toEqual(cue(9_000, 10_000, ""));
    // Inside of a cue, it follows that cue.
    expect(addCue(CUES, 2_000, LENGTH_MS)?.cues[1]).toEqual(cue(3_000, 3_500, ""));
    expect(addCue(CUES, 59_950, LENGTH_MS)).toBeNull();
    expect(addCue([], 0, LENGTH_MS)?.index).toBe(0);
  });

  test("splits at the cursor: at the playhead if it is inside, otherwise by the share of the text", () => {
    expect(splitCue(CUES, 0, 4, 2_200).slice(0, 2)).toEqual([cue(1_000, 2_200, "one"), cue(2_200, 3_000, "two")]);
    expect(splitCue(CUES, 0, 4, 20_000).slice(0, 2)).toEqual([cue(1_000, 2_000, "one"), cue(2_000, 3_000, "two")]);
    expect(splitCue(CUES, 0, 0, 2_000)).toEqual(CUES);
  });

  test("merges a cue with the next one, and leaves the last one alone", () => {
    expect(mergeWithNext(CUES, 0)[0]).toEqual(cue(1_000, 5_000, "one two three"));
    expect(mergeWithNext(CUES, 2)).toEqual(CUES);
  });

  test("moves an edge up to its neighbor, and never past its own cue", () => {
    expect(moveEdge(CUES, { index: 1, edge: "start" }, 2_000, LENGTH_MS)[1]?.start_ms).toBe(3_000);
    expect(moveEdge(CUES, { index: 1, edge: "start" }, 9_000, LENGTH_MS)[1]?.start_ms).toBe(4_900);
    expect(moveEdge(CUES, { index: 1, edge: "end" }, 11_000, LENGTH_MS)[1]?.end_ms).toBe(10_000);
    expect(moveEdge(CUES, { index: 2, edge: "end" }, 99_000, LENGTH_MS)[2]?.end_ms).toBe(LENGTH_MS);
  });

  test("snaps to the end of the silence before and the start of the one after, if they are near", () => {
    const silences = [
      [0, 800],
      [3_200, 3_600],
      [5_400, 9_000],
    ] as const;
    expect(snapToSilence(CUES, 0, silences, LENGTH_MS)[0]).toEqual(cue(800, 3_200, "one two"));
    expect(snapToSilence(CUES, 1, silences, LENGTH_MS)[1]).toEqual(cue(3_600, 5_400, "three"));
    expect(snapToSilence(CUES, 2, [[0, 5]], LENGTH_MS)).toEqual(CUES);
  });

  test("replaces a text as written, and counts the places", () => {
    expect(replaceAll(CUES, "o", "$&")).toMatchObject({
      count: 3,
      cues: [{ text: "$&ne tw$&" }, {}, { text: "f$&ur" }],
    });
    expect(replaceAll(CUES, "", "x").count).toBe(0);
  });

  test("reading speed in characters a second", () => {
    expect(readingSpeed(cue(0, 2_000, "x".repeat(42)))).toBe(21);
    expect(readingSpeed(cue(0, 1_000, " a \n b "))).toBe(3);
  });
});
