import { describe, expect, test } from "vitest";
import {
  daysIn,
  readMonthYear,
  thisMonth,
  toDate,
  toParts,
  toText,
  writeMonthYear,
  writeSlashed,
} from "./date-field.tsx";

test.each([
  ["02/2024", { year: 2024, month: 2 }],
  ["2/2024", { year: 2024, month: 2 }],
  ["2024-02", { year: 2024, month: 2 }],
  ["2000-12-31", { year: 2000, month: 12 }],
  ["13/2024", null],
  ["2024-00", null],
  ["", null],
  ["2024", null],
])("%j is read as %j", (text, read) => {
  expect(readMonthYear(text)).toEqual(read);
});

test("a month is written as YYYY-MM or MM/YYYY", () => {
  expect(writeMonthYear({ year: 2024, month: 2 })).toBe("2024-02");
  expect(writeSlashed({ year: 2024, month: 2 })).toBe("02/2024");
  expect(thisMonth(new Date(2026, 0, 31))).toEqual({ year: 2026, month: 1 });
});

describe("year, month and day as a date", () => {
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

describe("the days on offer", () => {
  test.each([
    [{ year: "", month: "", day: "" }, 31],
    [{ year: "2001", month: "2", day: "" }, 28],
    [{ year: "2000", month: "2", day: "" }, 29],
    [{ year: "", month: "2", day: "" }, 29],
    [{ year: "1999", month: "4", day: "" }, 30],
    [{ year: "1999", month: "12", day: "" }, 31],
  ])("for %j are %i", (parts, days) => {
    expect(daysIn(parts)).toBe(days);
  });

  test("choosing a shorter month drops only a day that it does not have", () => {
    expect(toText({ year: "1999", month: "2", day: "31" })).toBe("1999-2-");
    expect(toText({ year: "1999", month: "2", day: "28" })).toBe("1999-2-28");
    expect(toText({ year: "", month: "", day: "31" })).toBe("--31");
    expect(toParts("--31")).toEqual({ year: "", month: "", day: "31" });
    expect(toParts("")).toEqual({ year: "", month: "", day: "" });
  });
});
