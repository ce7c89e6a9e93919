import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseOthers, countMistakes, formsOf, toQuery } from "./words.policy.ts";

/** Everything that a hand does to a word: a letter too many, one that is missing, a wrong one, two that are swapped. */
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
  ])("%s for %s: %i", (typed, meant, mistakes) => {
    expect(countMistakes(typed, meant)).toBe(mistakes);
    expect(countMistakes(meant, typed)).toBe(mistakes);
  });

  test("words that are one mistake apart share a form", () => {
    const letter = fc.constantFrom("a", "b", "c", "d");
    const word = fc.string({ unit: letter, minLength: 4, maxLength: 8 });
    // Made, and not hoped for: of two words at random hardly any are so alike.
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

describe("chooseOthers", () => {
  test("the nearest first, and what only begins alike with them", () => {
    expect(chooseOthers("trainnig", ["trainings", "strain", "training", "trail"])).toEqual(["training", "trainings"]);
    expect(chooseOthers("soccor", ["soccer", "succor"])).toEqual(["soccer", "succor"]);
    expect(chooseOthers("basket", ["basketball", "casket"])).toEqual(["casket", "basketball"]);
  });

  test("a short word is not guessed at, only completed", () => {
    expect(chooseOthers("bat", ["cat", "bet", "batting"])).toEqual(["batting"]);
  });

  test("four at most, and never the word itself", () => {
    expect(chooseOthers("goals", ["goals", "goats", "goads", "coals", "foals", "goal", "gaols"])).toHaveLength(4);
  });
});

describe("toQuery", () => {
  const squat = { word: "squats", stem: "squat", others: [] };
  const train = { word: "train", stem: "train", others: ["brain"] };
  const mixed = { word: "u16s", stem: "u16", others: [] };
  test("is weighed by each word once, with its stem and what else it may mean, and looked up by fewer", () => {
    expect(toQuery([squat, train], "all")).toEqual({
      lookup: "('~squat') & ('~train' | '~brain')",
      ranked: "('squats' | 'squat') & ('train' | 'brain')",
    });
    expect(toQuery([squat, train], "any").ranked).toBe("('squats' | 'squat') | ('train' | 'brain')");
  });

  test("only what is an English word by its letters has its stem in every document", () => {
    expect(toQuery([mixed], "all").lookup).toBe("('~u16s' | '~u16')");
  });

  test("a sign that means something to PostgreSQL is only a letter", () => {
    const { lookup, ranked } = toQuery([{ word: "o'brien\\", stem: null, others: [] }], "all");
    expect([lookup, ranked]).toEqual(["('~o''brien\\\\')", "('o''brien\\\\')"]);
  });
});
