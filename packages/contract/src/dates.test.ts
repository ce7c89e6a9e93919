import { expect, test } from "vitest";
import { ageYears, isMinor, latestDay } from "./dates.ts";

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

test.each([
  ["2008-11-21", "2026-11-20", true],
  ["2008-11-21", "2026-11-21", false],
  ["2008-02-29", "2026-02-28", true],
  ["2008-02-29", "2026-03-01", false],
  ["2007-11-21", "2026-11-20", false],
  ["2008-12-31", "2026-12-30", true],
  ["2008-12-31", "2026-12-31", false],
  ["2008-01-02", "2026-01-01", true],
  ["2013-01-01", "2026-01-01", true],
  ["1900-01-01", "2026-01-01", false],
  ["2008-04", "2026-04-29", true],
  ["2008-04", "2026-04-30", false],
  ["2008-02", "2026-02-28", true],
  ["2008-02", "2026-03-01", false],
])("born %s, on %s: minor %s", (birth, day, expected) => {
  expect(isMinor(birth, noon(day))).toBe(expected);
});

test.each([
  ["2026-11-30T20:00:00Z", 12],
  ["2026-12-01T00:05:00Z", 12],
  ["2026-12-01T11:59:00Z", 12],
  ["2026-12-01T12:00:00Z", 13],
])("born 2013-12-01, at %s: %i years old", (now, expected) => {
  expect(ageYears("2013-12-01", new Date(now))).toBe(expected);
});

test("somebody whose date of birth is unknown is not a minor", () => {
  expect(isMinor(null, noon("2026-01-01"))).toBe(false);
});

test("a month without a day counts as its last day", () => {
  expect([latestDay("2007-02"), latestDay("2008-02"), latestDay("2008-12")]).toEqual([
    ...["2007-02-28", "2008-02-29", "2008-12-31"],
  ]);
});
