import { describe, expect, test } from "vitest";
import { chapterIndexAt, findChapterFault, listChapters, toChapters } from "./chapters.ts";

const GAME = "The final.\n0:00 Kick-off\n1:30 - First goal\n• (45:00) Half time\n[1:02:05] | The save\nThanks!";

const whole = (lengthS: number | null) => ({ fromS: 0, lengthS });
const PARTS = "0:00 A\n1:00 B\n2:00 C\n3:00 D";
const namesIn = (fromS: number, lengthS: number) =>
  toChapters(PARTS, { fromS, lengthS }).map(({ atS, title }) => `${atS} ${title}`);

describe("chapters of a description", () => {
  test("are read one per line, with bullets, brackets, dashes and hours", () => {
    expect(toChapters(GAME, whole(5_400))).toEqual([
      { atS: 0, title: "Kick-off" },
      { atS: 90, title: "First goal" },
      { atS: 2_700, title: "Half time" },
      { atS: 3_725, title: "The save" },
    ]);
    expect(toChapters(GAME, whole(null))).toHaveLength(4);
  });

  test.each([
    ["no times at all", "A game in three parts", 600],
    ["the first is not at 0:00", "0:01 A\n1:00 B\n2:00 C", 600],
    ["there are only two", "0:00 A\n1:00 B", 600],
    ["they are out of order", "0:00 A\n2:00 B\n1:00 C", 600],
    ["one is shorter than ten seconds", "0:00 A\n0:09 B\n1:00 C", 600],
    ["a time stands in a sentence", "0:00 A\nSee 1:00 for B\n2:00 C", 600],
  ])("there are none if %s", (_, description, lengthS) => {
    expect(toChapters(description, whole(lengthS))).toEqual([]);
  });

  test.each([
    ["A game", 0, { kind: "not_at_start" }],
    ["0:01 A\n1:00 B\n2:00 C", 3, { kind: "not_at_start" }],
    ["0:00 A\n1:00 B", 2, { kind: "too_few" }],
    ["0:00 A\n2:00 B\n1:00 C", 3, { kind: "too_close", at: { atS: 60, title: "C" } }],
    ["0:00 A\n0:09 B", 2, { kind: "too_close", at: { atS: 9, title: "B" } }],
    [GAME, 4, null],
  ])("whoever writes them learns what is missing: %j", (description, count, fault) => {
    const listed = listChapters(description);
    expect([listed.length, findChapterFault(listed)]).toEqual([count, fault]);
  });

  test("have names of at most 100 characters; a longer one is cut with an ellipsis", () => {
    const titleOf = (title: string) => toChapters(`0:00 ${title}\n1:00 B\n2:00 C`, whole(600))[0]?.title;
    expect(titleOf("a".repeat(100))).toBe("a".repeat(100));
    expect(titleOf("🏀".repeat(101))).toBe(`${"🏀".repeat(99)}…`);
  });

  test("may be just ten seconds long", () => {
    expect(toChapters("0:00 A\n0:10 B\n0:20 C", whole(30))).toHaveLength(3);
  });

  test.each([
    ["after the end", 150, ["0 A", "60 B", "120 C"]],
    ["at the end", 180, ["0 A", "60 B", "120 C"]],
    ["just before the end", 181, ["0 A", "60 B", "120 C", "180 D"]],
    ["after the end, as all but one are", 30, ["0 A"]],
  ])("of a description with a chapter %s, the others stay", (_, lengthS, shown) => {
    expect(namesIn(0, lengthS)).toEqual(shown);
  });

  test.each([
    ["in the middle of one", 90, 60, ["0 B", "30 C"]],
    ["at the start of one", 120, 100, ["0 C", "60 D"]],
    ["at a part of a second", 58.5, 10, ["0 A", "1.5 B"]],
    ["in the last one", 190, 30, ["0 D"]],
  ])(
    "of a video that is trimmed to begin %s move with it, and those outside are left out",
    (_, fromS, lengthS, shown) => {
      expect(namesIn(fromS, lengthS)).toEqual(shown);
    },
  );

  test("none in a line of many digits and blanks, which does not hang the parser", () => {
    expect(toChapters(`0:00${" -".repeat(2_500)}`, whole(600))).toEqual([]);
  });
});

test("the chapter at a moment", () => {
  const chapters = toChapters(GAME, whole(5_400));
  expect([0, 89.9, 90, 5_399].map((atS) => chapterIndexAt(chapters, atS))).toEqual([0, 0, 1, 3]);
  expect(chapterIndexAt([], 5)).toBe(-1);
});
