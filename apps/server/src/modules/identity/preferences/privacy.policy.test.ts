import { describe, expect, test } from "vitest";
import { resolvePrivacy } from "./privacy.policy.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const NOTHING_CHOSEN = {
  birth: null,
  is_hidden_from_lists: false,
  shows_gpa: null,
  shows_location: null,
  shows_followers: null,
  is_indexed: null,
  keeps_history: true,
};
const FIELDS = ["shows_gpa", "shows_location", "shows_followers", "is_indexed"] as const;

describe("without a choice, the age decides", () => {
  test.each([
    ["on the day before the 18th birthday", "2008-03-02", true],
    ["on the 18th birthday", "2008-03-01", false],
    ["for somebody without a birthday, such as a team", null, false],
  ])("%s", (_, birth, isYoung) => {
    const privacy = resolvePrivacy({ ...NOTHING_CHOSEN, birth }, NOW);
    expect(privacy.is_minor).toBe(isYoung);
    for (const field of FIELDS) expect(privacy[field]).toEqual({ value: !isYoung, by_age: isYoung });
  });
});

describe("a choice counts at any age", () => {
  for (const [birth, isYoung] of [
    ["2012-01-01", true],
    ["1990-01-01", false],
  ] as const)
    test.each(FIELDS)(`born ${birth}: %s`, (field) => {
      for (const value of [true, false]) {
        const privacy = resolvePrivacy({ ...NOTHING_CHOSEN, birth, [field]: value }, NOW);
        expect(FIELDS.map((name) => privacy[name].by_age)).toEqual(FIELDS.map((name) => isYoung && name !== field));
        expect(privacy[field]).toEqual({ value, by_age: false });
      }
    });

  test("hiding from lists works at any age", () => {
    for (const is_hidden_from_lists of [true, false])
      expect(resolvePrivacy({ ...NOTHING_CHOSEN, is_hidden_from_lists }, NOW)).toMatchObject({ is_hidden_from_lists });
  });
});
