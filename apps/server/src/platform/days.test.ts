import { expect, test } from "vitest";
import { dayInWords, lastMonths, momentInWords } from "./days.ts";

const EVENING = new Date("2027-01-02T01:30:00Z");

test.each([
  ["America/New_York", "January 1, 2027", "January 1, 2027 at 8:30 PM (New York time)"],
  ["America/Argentina/Buenos_Aires", "January 1, 2027", "January 1, 2027 at 10:30 PM (Buenos Aires time)"],
  ["Europe/Berlin", "January 2, 2027", "January 2, 2027 at 2:30 AM (Berlin time)"],
  ["UTC", "January 2, 2027", "January 2, 2027 at 1:30 AM (UTC)"],
])("a moment is written as day and time in the zone %s, and names that zone", (timeZone, day, moment) => {
  expect([dayInWords(EVENING, timeZone), momentInWords(EVENING, timeZone)]).toEqual([day, moment]);
});

test.each([
  ["2026-03-15T12:00:00Z", "America/New_York", ["2026-01", "2026-02", "2026-03"]],
  ["2026-03-01T04:59:59Z", "America/New_York", ["2025-12", "2026-01", "2026-02"]],
  ["2026-03-01T05:00:00Z", "America/New_York", ["2026-01", "2026-02", "2026-03"]],
  ["2025-12-31T23:30:00Z", "Europe/Berlin", ["2025-11", "2025-12", "2026-01"]],
  ["2026-01-01T00:00:00Z", "UTC", ["2025-11", "2025-12", "2026-01"]],
  ["2026-12-31T23:59:59Z", "UTC", ["2026-10", "2026-11", "2026-12"]],
])("at %s in %s the last months are %j", (now, timeZone, months) => {
  expect(lastMonths(new Date(now), timeZone, 3)).toEqual(months);
});
