import { expect, test } from "vitest";
import { isCertainlyOldEnough, isOldEnough } from "./age.policy.ts";

test.each([
  ["nothing chosen", "", "2026-06-15", false],
  ["no year", "-6-15", "2026-06-15", false],
  ["a birthday of today", "2013-6-15", "2026-06-15", true],
  ["a birthday of tomorrow", "2013-6-16", "2026-06-15", false],
  ["a month of one digit", "2013-9-1", "2026-10-01", true],
  ["a day of one digit", "2013-10-1", "2026-10-09", true],
  ["a year alone counts as its last day", "2012--", "2026-06-15", true],
  ["a year in which some are too young", "2013--", "2026-06-15", false],
  ["that year on its last day", "2013--", "2026-12-31", true],
  ["that year on the day before", "2013--", "2026-12-30", false],
  ["a year and nothing behind it", "2012", "2026-06-15", true],
  ["a year and nothing behind it, on its last day", "2013", "2026-12-31", true],
  ["a year and nothing behind it, too late", "2013", "2026-06-15", false],
  ["a month and nothing behind it", "2013-5", "2026-05-31", true],
  ["a month alone counts as its last day", "2013-5-", "2026-05-30", false],
  ["that month on its last day", "2013-5-", "2026-05-31", true],
  ["a month that is over", "2013-5-", "2026-06-01", true],
  ["a day without its month counts in December", "2013--15", "2026-12-14", false],
  ["that day in December", "2013--15", "2026-12-15", true],
])("%s", (_, typed, today, expected) => {
  expect(isCertainlyOldEnough(typed, new Date(`${today}T12:00:00Z`))).toBe(expected);
});

test.each([
  ["2013-06-15", true],
  ["2013-06-16", false],
  ["1960-01-01", true],
])("born %s, on 15 June 2026: old enough %s", (birth, expected) => {
  expect(isOldEnough(birth, new Date("2026-06-15T12:00:00Z"))).toBe(expected);
});
