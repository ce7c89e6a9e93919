import { expect, test } from "vitest";
import { readMonthYear, thisMonth, writeMonthYear, writeSlashed } from "./month-year.ts";

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

test("it is written as year and month, and slashed where the payload has it so", () => {
  expect(writeMonthYear({ year: 2024, month: 2 })).toBe("2024-02");
  expect(writeSlashed({ year: 2024, month: 2 })).toBe("02/2024");
  expect(thisMonth(new Date(2026, 0, 31))).toEqual({ year: 2026, month: 1 });
});
