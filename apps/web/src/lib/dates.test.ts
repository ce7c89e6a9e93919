import { expect, test } from "vitest";
import { agoInWords, calendarDay, dateInWords, dayInWords, momentInWords, monthInWords } from "./dates.ts";

test.each([
  ["2026-03-10T12:00:30Z", "Just now"],
  ["2026-03-10T12:05:00Z", "Just now"],
  ["2026-03-10T11:59:00Z", "1 minute ago"],
  ["2026-03-10T10:00:00Z", "2 hours ago"],
  ["2026-03-09T11:00:00Z", "Yesterday"],
  ["2026-03-05T11:00:00Z", "5 days ago"],
  ["2026-02-01T12:00:00Z", "February 1, 2026"],
  ["never", "Unknown date"],
])("%s is %s", (iso, read) => {
  expect(dateInWords(iso, new Date("2026-03-10T12:00:59Z"))).toBe(read);
});

test.each([
  ["2026-03-10T11:59:00Z", "1 minute ago"],
  ["2026-03-04T12:00:00Z", "6 days ago"],
  ["2026-03-03T12:00:00Z", "1 week ago"],
  ["2026-02-09T12:00:00Z", "4 weeks ago"],
  ["2026-02-08T12:00:00Z", "1 month ago"],
  ["2025-03-11T12:00:00Z", "11 months ago"],
  ["2025-03-10T12:00:00Z", "1 year ago"],
  ["2020-01-01T12:00:00Z", "6 years ago"],
  ["never", "Unknown date"],
])("%s was %s", (iso, read) => {
  expect(agoInWords(iso, new Date("2026-03-10T12:00:59Z"))).toBe(read);
});

test.each([
  [new Date(2026, 2, 9, 0, 5), "Yesterday", "Yesterday"],
  [new Date(2026, 2, 8, 23, 55), "2 days ago", "2 days ago"],
  [new Date(2026, 2, 3, 23, 55), "March 3, 2026", "1 week ago"],
])("days are those of the reader's calendar: %s", (date, read, short) => {
  const now = new Date(2026, 2, 10, 12, 0);
  expect([dateInWords(date.toISOString(), now), agoInWords(date.toISOString(), now)]).toEqual([read, short]);
});

test("a date is shortened to its month, and any other text stays as it is", () => {
  expect(["2026-03", "2026-12-31", "2026-13", "soon"].map(monthInWords)).toEqual([
    "Mar 2026",
    "Dec 2026",
    "2026-13",
    "soon",
  ]);
});

test("a day of the calendar is the same in every time zone", () => {
  expect(["2026-03-04", "2026-12-31"].map(calendarDay)).toEqual(["Mar 4, 2026", "Dec 31, 2026"]);
});

test("a future date reads as a date", () => {
  expect(dayInWords("2031-03-04T12:00:00.000Z")).toBe("March 4, 2031");
  expect(dayInWords("soon")).toBe("Unknown date");
});

test("a moment includes the time of day, with midnight and noon as 12", () => {
  const at = (hours: number, minutes: number) => momentInWords(new Date(2026, 2, 4, hours, minutes).toISOString());
  expect([at(0, 5), at(12, 0), at(17, 12)]).toEqual([
    "March 4, 2026 at 12:05 AM",
    "March 4, 2026 at 12:00 PM",
    "March 4, 2026 at 5:12 PM",
  ]);
});
