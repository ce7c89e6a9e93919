import { expect, test } from "vitest";
import { dayInWords, momentInWords } from "./days.ts";

const EVENING = new Date("2027-01-02T01:30:00Z");

test.each([
  ["America/New_York", "January 1, 2027", "January 1, 2027 at 8:30 PM (New York time)"],
  ["America/Argentina/Buenos_Aires", "January 1, 2027", "January 1, 2027 at 10:30 PM (Buenos Aires time)"],
  ["Europe/Berlin", "January 2, 2027", "January 2, 2027 at 2:30 AM (Berlin time)"],
  ["UTC", "January 2, 2027", "January 2, 2027 at 1:30 AM (UTC)"],
])("a moment is written as day and time in the zone %s, and names that zone", (timeZone, day, moment) => {
  expect([dayInWords(EVENING, timeZone), momentInWords(EVENING, timeZone)]).toEqual([day, moment]);
});
