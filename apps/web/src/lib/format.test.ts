import { exactly, viewCount } from "@app/contract/counts";
import { describe, expect, test } from "vitest";
import { cutText, duration, durationInWords, viewsInWords } from "./format.ts";

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

test("a whole number has its thousands apart", () => {
  expect([0, 999, 1_000, 12_345, 1_234_567].map(exactly)).toEqual(["0", "999", "1,000", "12,345", "1,234,567"]);
});
