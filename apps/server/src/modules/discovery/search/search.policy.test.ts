import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chooseCorrections,
  countMistakes,
  formsOf,
  hasFilters,
  isCorrectionOf,
  mayMatch,
  splitWords,
  toFilters,
  toMatches,
  toTsQuery,
  withoutFilters,
} from "./search.policy.ts";

/** The typing mistakes: an extra letter, a missing one, a wrong one, two swapped ones. */
const MISTAKES: ((letters: string[], at: number, wrong: string) => string[])[] = [
  (letters, at, wrong) => letters.toSpliced(at, 0, wrong),
  (letters, at) => letters.toSpliced(at, 1),
  (letters, at, wrong) => letters.with(at, wrong),
  (letters, at) => letters.with(at, letters[at + 1] ?? "").with(at + 1, letters[at] ?? ""),
];

describe("countMistakes", () => {
  test.each([
    ["sprint", "sprint", 0],
    ["sprnt", "sprint", 1],
    ["sprrint", "sprint", 1],
    ["sprimt", "sprint", 1],
    ["spirnt", "sprint", 1],
    ["basketbal", "basketball", 1],
    ["bsaketbal", "basketball", 2],
    ["", "run", 3],
    ["café", "cafe", 1],
    ["ab", "ca", 2],
  ])("%s for %s: %i", (typed, meant, mistakes) => {
    expect(countMistakes(typed, meant)).toBe(mistakes);
    expect(countMistakes(meant, typed)).toBe(mistakes);
  });

  test("words one mistake apart share a form", () => {
    const letter = fc.constantFrom("a", "b", "c", "d");
    const word = fc.string({ unit: letter, minLength: 4, maxLength: 8 });
    // Constructed, because random words are hardly ever this similar.
    fc.assert(
      fc.property(word, fc.nat(), letter, fc.constantFrom(...MISTAKES), (one, place, wrong, mistake) => {
        const other = mistake([...one], place % (one.length - 1), wrong).join("");
        fc.pre(one !== other);
        expect(countMistakes(one, other)).toBe(1);
        expect(formsOf(one).some((form) => formsOf(other).includes(form))).toBe(true);
      }),
    );
  });
});

describe("chooseCorrections", () => {
  test("the closest first, and for prefixes only completions", () => {
    expect(chooseCorrections("trainnig", ["trainings", "strain", "training", "trail"])).toEqual([
      "training",
      "trainings",
    ]);
    expect(chooseCorrections("soccor", ["soccer", "succor"])).toEqual(["soccer", "succor"]);
    expect(chooseCorrections("basket", ["basketball", "casket"])).toEqual(["casket", "basketball"]);
  });

  test("a short word is completed but not corrected", () => {
    expect(chooseCorrections("bat", ["cat", "bet", "batting"])).toEqual(["batting"]);
  });

  test("at most four, and never the word itself", () => {
    expect(chooseCorrections("goals", ["goals", "goats", "goads", "coals", "foals", "goal", "gaols"])).toEqual([
      ...["goal", "coals", "foals", "gaols"],
    ]);
    expect(chooseCorrections("goals", ["goals", "goats"])).toEqual(["goats"]);
  });

  test.each([
    ["none in three letters", "run", ["ran", "rum"], []],
    ["one in four", "runs", ["runt", "rant"], ["runt"]],
    ["one in six", "sprint", ["spring", "spritz"], ["spring"]],
    ["two in seven", "hurdles", ["hurdled", "hurtled", "turtled"], ["hurdled", "hurtled"]],
  ])("the number of wrong letters allowed: %s", (_, word, candidates, corrections) => {
    expect(chooseCorrections(word, candidates)).toEqual(corrections);
  });

  test("a completion counts as one mistake, however long; the shorter of two comes first", () => {
    expect(chooseCorrections("basket", ["basketballs", "basketball", "bisket", "gasket"])).toEqual([
      ...["bisket", "gasket", "basketball", "basketballs"],
    ]);
    expect(chooseCorrections("hurdles", ["hurtled", "hurdlesandmore"])).toEqual(["hurdlesandmore", "hurtled"]);
  });
});

describe("isCorrectionOf", () => {
  const ROWING = { word: "rowing", stem: "row", corrections: ["rowling"] };
  const ELEVEN = { word: "11", stem: null, corrections: [] };
  test.each([
    ["the word itself", { key: "rowing", stems: [] }, true],
    ["a possible correction", { key: "rowling", stems: [] }, true],
    ["one of the same stem", { key: "rows", stems: ["row"] }, true],
    ["one of another stem", { key: "growing", stems: ["grow"] }, false],
    ["the second word of the term", { key: "11", stems: [] }, true],
    ["a word without a stem, where the term has none either", { key: "12", stems: [] }, false],
  ])("%s", (_, folded, isFound) => {
    expect(isCorrectionOf({ written: folded.key, ...folded }, [ROWING, ELEVEN])).toBe(isFound);
  });
});

describe("toTsQuery", () => {
  const squat = { word: "squats", stem: "squat", corrections: [] };
  const train = { word: "train", stem: "train", corrections: ["brain"] };
  const mixed = { word: "u16s", stem: "u16", corrections: [] };
  test("is ranked by each word once, with its stem and corrections, but looked up by fewer lexemes", () => {
    expect(toTsQuery([squat, train], "all")).toEqual({
      lookup: "('~squat') & ('~train' | '~brain')",
      ranked: "('squats' | 'squat') & ('train' | 'brain')",
    });
    expect(toTsQuery([squat, train], "any").ranked).toBe("('squats' | 'squat') | ('train' | 'brain')");
  });

  test("only plain English words have their stem in every document", () => {
    expect(toTsQuery([mixed], "all").lookup).toBe("('~u16s' | '~u16')");
  });

  test("characters special to PostgreSQL are escaped", () => {
    const { lookup, ranked } = toTsQuery([{ word: "o'brien\\", stem: null, corrections: [] }], "all");
    expect([lookup, ranked]).toEqual(["('~o''brien\\\\')", "('o''brien\\\\')"]);
  });
});

const NOW = new Date("2026-03-10T12:00:00Z");
const WEEK_AGO = new Date("2026-03-03T12:00:00Z");
const PLAIN = { type: "video", sort: "newest", date: "any", length: "any" } as const;
const NARROW = { ...PLAIN, date: "week", length: "short", category: 7 } as const;

test.each([
  ["nothing chosen", PLAIN, [], null],
  ["a date", { ...PLAIN, date: "week" }, ["week"], WEEK_AGO],
  ["a length", { ...PLAIN, length: "long" }, ["long"], null],
  ["a category", { ...PLAIN, category: 7 }, ["category:7"], null],
  ["all of them", NARROW, ["week", "short", "category:7"], WEEK_AGO],
  ["channels have none of it", { ...NARROW, type: "channel" }, [], null],
] as const)("filters: %s", (_, query, facets, since) => {
  const filters = toFilters(query, NOW);
  expect(filters).toEqual({ kind: query.type, sort: "newest", facets, since });
  expect(hasFilters(filters)).toBe(facets.length > 0);
});

test("without filters, a search keeps its type and order", () => {
  expect(withoutFilters(NARROW)).toEqual({ ...PLAIN, category: undefined });
});

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
