import { describe, expect, test } from "vitest";
import { chapterIndexAt, toChapters } from "./chapters.ts";

const GAME = "The final.\n0:00 Kick-off\n1:30 - First goal\n• (45:00) Half time\n[1:02:05] | The save\nThanks!";

describe("chapters of a description", () => {
  test("one a line, with bullets, brackets, dashes and hours", () => {
    expect(toChapters(GAME, 5_400)).toEqual([
      { atS: 0, title: "Kick-off" },
      { atS: 90, title: "First goal" },
      { atS: 2_700, title: "Half time" },
      { atS: 3_725, title: "The save" },
    ]);
    expect(toChapters(GAME, null)).toHaveLength(4);
  });

  test.each([
    ["no times at all", "A game in three parts", 600],
    ["the first is not at 0:00", "0:01 A\n1:00 B\n2:00 C", 600],
    ["there are only two", "0:00 A\n1:00 B", 600],
    ["they are out of order", "0:00 A\n2:00 B\n1:00 C", 600],
    ["one is shorter than ten seconds", "0:00 A\n0:09 B\n1:00 C", 600],
    ["the last one is", "0:00 A\n1:00 B\n2:00 C", 129],
    ["the last one starts after the end", "0:00 A\n1:00 B\n2:00 C", 100],
    ["a time stands in a sentence", "0:00 A\nSee 1:00 for B\n2:00 C", 600],
  ])("none if %s", (_, description, lengthS) => {
    expect(toChapters(description, lengthS)).toEqual([]);
  });

  test("each may be just ten seconds long", () => {
    expect(toChapters("0:00 A\n0:10 B\n0:20 C", 30)).toHaveLength(3);
  });

  test("a line of many digits and blanks takes no time", () => {
    const startMs = performance.now();
    toChapters(`0:00${" -".repeat(2_500)}`, 600);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});

test("the chapter at a moment", () => {
  const chapters = toChapters(GAME, 5_400);
  expect([0, 89.9, 90, 5_399].map((atS) => chapterIndexAt(chapters, atS))).toEqual([0, 0, 1, 3]);
  expect(chapterIndexAt([], 5)).toBe(-1);
});
