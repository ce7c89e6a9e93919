import { expect, test } from "vitest";
import { z } from "zod";
import { type DateFilter, filterQuery, sinceOf } from "./filters.ts";
import { exactly, viewCount } from "./formats.ts";

test.each<[DateFilter, string | null]>([
  ["any", null],
  ["today", "2026-03-09T12:00:00.000Z"],
  ["week", "2026-03-03T12:00:00.000Z"],
  ["month", "2026-02-08T12:00:00.000Z"],
  ["year", "2025-03-10T12:00:00.000Z"],
])("%s reaches back to %s", (date, since) => {
  expect(sinceOf(date, new Date("2026-03-10T12:00:00Z"))?.toISOString() ?? null).toBe(since);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1.0K"],
  [1_250, "1.3K"],
  [999_949, "999.9K"],
  [999_950, "1.0M"],
  [3_449_999, "3.4M"],
  [123_456_789, "123.5M"],
])("%i views are shown as %s", (views, text) => {
  expect(viewCount(views)).toBe(text);
});

test("without filters everything is returned", () => {
  const query = z.strictObject(filterQuery);
  expect(query.parse({})).toEqual({ date: "any", length: "any" });
  const chosen = { date: "week", length: "short", category: 3 };
  expect(query.parse(chosen)).toEqual(chosen);
});

test("a count has thousands separators", () => {
  expect([0, 999, 1_000, 12_345, 1_234_567].map(exactly)).toEqual(["0", "999", "1,000", "12,345", "1,234,567"]);
});
