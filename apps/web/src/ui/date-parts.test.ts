import { describe, expect, test } from "vitest";
import { daysIn, toDate, toParts, toText } from "./date-parts.ts";

describe("three lists form a date", () => {
  test.each([
    ["2000-2-29", "2000-02-29"],
    ["1900-12-31", "1900-12-31"],
    ["2001-2-29", ""],
    ["1900-2-29", ""],
    ["2000-4-31", ""],
    ["2000--5", ""],
    ["-2-5", ""],
    ["2000-2-", ""],
    ["--", ""],
    ["", ""],
    ["2000-13-1", ""],
    ["2000-0-1", ""],
  ])("%s → %j", (text, date) => {
    expect(toDate(text)).toBe(date);
  });
});

describe("the days to choose from", () => {
  test.each([
    [{ year: "", month: "", day: "" }, 31],
    [{ year: "2001", month: "2", day: "" }, 28],
    [{ year: "2000", month: "2", day: "" }, 29],
    [{ year: "", month: "2", day: "" }, 29],
    [{ year: "1999", month: "4", day: "" }, 30],
    [{ year: "1999", month: "12", day: "" }, 31],
  ])("of %j are %i", (parts, days) => {
    expect(daysIn(parts)).toBe(days);
  });

  test("a day that a newly chosen month lacks is let go, and nothing else is", () => {
    expect(toText({ year: "1999", month: "2", day: "31" })).toBe("1999-2-");
    expect(toText({ year: "1999", month: "2", day: "28" })).toBe("1999-2-28");
    expect(toText({ year: "", month: "", day: "31" })).toBe("--31");
    expect(toParts("--31")).toEqual({ year: "", month: "", day: "31" });
    expect(toParts("")).toEqual({ year: "", month: "", day: "" });
  });
});
