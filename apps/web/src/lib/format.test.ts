import { viewCount } from "@app/contract/counts";
import { describe, expect, test } from "vitest";
import {
  bytes,
  cutText,
  dateInWords,
  dayInWords,
  duration,
  durationInWords,
  exactly,
  momentInWords,
  monthInWords,
  timeLeft,
  viewsInWords,
} from "./format.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1.0K"],
  [1_234, "1.2K"],
  [99_949, "99.9K"],
  [999_949, "999.9K"],
  [999_950, "1.0M"],
  [999_999, "1.0M"],
  [1_000_000, "1.0M"],
  [3_449_999, "3.4M"],
  [1_250_000_000, "1250.0M"],
])("%i views read %s", (views, read) => {
  expect(viewCount(views)).toBe(read);
});

test("one view is not 'views'", () => {
  expect([viewsInWords(0), viewsInWords(1), viewsInWords(1_234)]).toEqual(["0 views", "1 view", "1.2K views"]);
});

test.each([
  [0, "0:00"],
  [9.999, "0:09"],
  [61, "1:01"],
  [599, "9:59"],
  [3_599.9, "59:59"],
  [3_600, "1:00:00"],
  [36_061, "10:01:01"],
  [-1, "0:00"],
])("%d seconds last %s", (seconds, read) => {
  expect(duration(seconds)).toBe(read);
});

test("a length is spoken in full, without parts that are nothing", () => {
  expect([0, 1, 60, 3_661, 7_200].map(durationInWords)).toEqual([
    "0 seconds",
    "1 second",
    "1 minute",
    "1 hour 1 minute 1 second",
    "2 hours",
  ]);
});

describe("cutting a text", () => {
  test("what fits stays as it is", () => {
    expect(cutText("Ten chars.", 10)).toBe("Ten chars.");
    expect(cutText("", 10)).toBe("");
  });

  test("what does not ends in an ellipsis, and not in a space before it", () => {
    expect(cutText("Cup final, second half", 20)).toBe("Cup final, second ha…");
    expect(cutText("Free throw contest", 11)).toBe("Free throw…");
  });

  test("a character of several code units is one, and is never halved", () => {
    expect(cutText("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 1)).toBe("👩‍👩‍👧‍👦…");
    expect(cutText("Zoë wins", 3)).toBe("Zoë…");
  });
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [999_949, "999.9 kB"],
  [999_999, "1.0 MB"],
  [4 * 1024 ** 3, "4.3 GB"],
])("%i reads %s", (size, read) => {
  expect(bytes(size)).toBe(read);
});

test.each([
  [Number.POSITIVE_INFINITY, "Working out the time left"],
  [Number.NaN, "Working out the time left"],
  [0, "A few seconds left"],
  [12, "About 15 seconds left"],
  [55, "About 1 minute left"],
  [59.6, "About 1 minute left"],
  [150, "About 3 minutes left"],
  [3_569, "About 59 minutes left"],
  [3_571, "About 1 hour left"],
  [3_600 + 540, "About 1 hour 9 minutes left"],
  [7_200, "About 2 hours left"],
])("%d seconds more: %s", (seconds, read) => {
  expect(timeLeft(seconds)).toBe(read);
});

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

test("a month reads as one, however precisely it is known", () => {
  expect(["2026-03", "2026-12-31", "2026-13", "soon"].map(monthInWords)).toEqual([
    "Mar 2026",
    "Dec 2026",
    "2026-13",
    "soon",
  ]);
});

test("a day to come reads as a day", () => {
  expect(dayInWords("2031-03-04T12:00:00.000Z")).toBe("March 4, 2031");
  expect(dayInWords("soon")).toBe("Unknown date");
});

test("a moment reads with its time of day, midnight and noon being twelve", () => {
  const at = (hours: number, minutes: number) => momentInWords(new Date(2026, 2, 4, hours, minutes).toISOString());
  expect([at(0, 5), at(12, 0), at(17, 12)]).toEqual([
    "March 4, 2026 at 12:05 AM",
    "March 4, 2026 at 12:00 PM",
    "March 4, 2026 at 5:12 PM",
  ]);
});

test("a whole number has its thousands apart", () => {
  expect([0, 999, 1_000, 12_345, 1_234_567].map(exactly)).toEqual(["0", "999", "1,000", "12,345", "1,234,567"]);
});
