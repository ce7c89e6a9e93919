import { exactly, viewCount } from "@app/contract/formats";
import { describe, expect, test } from "vitest";
import {
  bytes,
  countedUpTo,
  cutText,
  duration,
  durationInWords,
  heightInWords,
  readTimeCode,
  timeCode,
  timeLeft,
  viewsInWords,
} from "./format.ts";

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
  [Number.POSITIVE_INFINITY, "Estimating the time left"],
  [Number.NaN, "Estimating the time left"],
  [0, "A few seconds left"],
  [12, "About 15 seconds left"],
  [55, "About 1 minute left"],
  [59.6, "About 1 minute left"],
  [150, "About 3 minutes left"],
  [3_569, "About 59 minutes left"],
  [3_571, "About 1 hour left"],
  [3_600 + 540, "About 1 hour 9 minutes left"],
  [7_200, "About 2 hours left"],
])("%d seconds left: %s", (seconds, read) => {
  expect(timeLeft(seconds)).toBe(read);
});

test.each([
  [74, "6′ 2″"],
  [72, "6′ 0″"],
  [36, "3′ 0″"],
])("%i inches read %s", (inches, words) => {
  expect(heightInWords(inches)).toBe(words);
});

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
])("%d seconds read %s", (seconds, read) => {
  expect(duration(seconds)).toBe(read);
});

test("a count that ends at its limit says that there may be more", () => {
  expect([99, 100].map((n) => countedUpTo(100, n, "case"))).toEqual(["99 cases", "100+ cases"]);
});

test("a length is spelled out without zero parts", () => {
  expect([0, 1, 60, 3_661, 7_200].map(durationInWords)).toEqual([
    "0 seconds",
    "1 second",
    "1 minute",
    "1 hour 1 minute 1 second",
    "2 hours",
  ]);
});

describe("cutting a text", () => {
  test("a short text stays as it is", () => {
    expect(cutText("Ten chars.", 10)).toBe("Ten chars.");
    expect(cutText("", 10)).toBe("");
  });

  test("a long one ends in an ellipsis without a space before it", () => {
    expect(cutText("Cup final, second half", 20)).toBe("Cup final, second ha…");
    expect(cutText("Free throw contest", 11)).toBe("Free throw…");
  });

  test("a character of several code units counts as one and is never split", () => {
    expect(cutText("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 1)).toBe("👩‍👩‍👧‍👦…");
    expect(cutText("Zoë wins", 3)).toBe("Zoë…");
  });
});

test("whole numbers have thousands separators", () => {
  expect([0, 999, 1_000, 12_345, 1_234_567].map(exactly)).toEqual(["0", "999", "1,000", "12,345", "1,234,567"]);
});

test.each([
  [0, "0:00.000"],
  [83_456, "1:23.456"],
  [3_723_050, "1:02:03.050"],
])("%d ms is %s, and back", (ms, text) => {
  expect(timeCode(ms)).toBe(text);
  expect(readTimeCode(text)).toBe(ms);
});

test("a part of a millisecond rounds to the nearest one", () => {
  expect([1_016.4, 1_016.7, 59_999.6].map(timeCode)).toEqual(["0:01.016", "0:01.017", "1:00.000"]);
});

test.each([
  ["83", 83_000],
  ["1:23", 83_000],
  ["0:05.5", 5_500],
  ["0:05,25", 5_250],
  ["", null],
  ["90:00", 5_400_000],
  ["1:60", null],
  ["1:60:00", null],
  ["-1", null],
  ["1:2:3:4", null],
  ["soon", null],
])("'%s' is read as %s ms", (text, ms) => {
  expect(readTimeCode(text)).toBe(ms);
});
