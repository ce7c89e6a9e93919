import fc from "fast-check";
import { expect, test } from "vitest";
import { mayMatch, splitWords, toMatches } from "./matches.presenter.ts";

test("a word is marked wherever it occurs, as it is written there", () => {
  const text = "Sprint, the sprint & SPRINT’s end";
  expect(splitWords([text])).toEqual(["Sprint", "the", "sprint", "SPRINT’s", "end"]);
  expect(toMatches(text, new Set(["Sprint", "sprint"]))).toEqual([
    [0, 6],
    [12, 18],
  ]);
});

test("a word with another first letter is not folded, unless it could fold to anything", () => {
  expect(["Sprint", "start", "run", "Élan", "’sprint"].filter((word) => mayMatch(word, ["sprint"]))).toEqual([
    "Sprint",
    "start",
    "Élan",
    "’sprint",
  ]);
});

test("markup is treated as text", () => {
  const text = "<b>run</b>";
  expect(toMatches(text, new Set(["run"]))).toEqual([[3, 6]]);
});

test("ranges are ordered, disjoint, and cover whole words", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const ranges = toMatches(text, new Set(splitWords([text])));
      expect(ranges.map(([start, end]) => text.slice(start, end))).toEqual([
        ...(text.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? []),
      ]);
      for (const [at, [start, end]] of ranges.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(ranges[at - 1]?.[1] ?? 0);
      }
    }),
  );
});
