import { expect, test } from "vitest";
import {
  countFilters,
  type Filters,
  NO_FILTERS,
  readEitherFilters,
  readFilters,
  toFilterParams,
} from "./filter-bar.tsx";

test("filters survive a round trip through the URL", () => {
  const filters: Filters = { type: "video", sort: "newest", date: "week", length: "long", category: 7 };
  expect(toFilterParams(filters)).toEqual({ sort: "newest", date: "week", length: "long", category: "7" });
  expect(readFilters(toFilterParams(filters))).toEqual(filters);
  expect(countFilters(filters)).toBe(4);
});

test.each(["image", "document", "channel"] as const)("only videos have a length: %s leaves it out", (type) => {
  const filters: Filters = { ...NO_FILTERS, type, length: "long" };
  expect(toFilterParams(filters)).toEqual({ type });
  expect(countFilters(filters)).toBe(0);
  expect(readFilters({ type, length: "long" })).toEqual({ ...NO_FILTERS, type });
});

test("filters for items are kept on the channels tab, but do not count there", () => {
  const filters: Filters = { type: "channel", sort: "views", date: "week", length: "any", category: 7 };
  expect(countFilters(filters)).toBe(1);
  expect(readFilters(toFilterParams(filters))).toEqual(filters);
  expect(countFilters({ ...filters, type: "image" })).toBe(3);
});

test("defaults are left out of the URL", () => {
  expect(readFilters({})).toEqual(NO_FILTERS);
  expect(toFilterParams(NO_FILTERS)).toEqual({});
  expect(countFilters({ ...NO_FILTERS, type: "image" })).toBe(0);
});

test.each(["0", "-3", "1.5", "x", "", "99999999999", undefined])("ignores category %s", (category) => {
  expect(readFilters({ category }).category).toBeNull();
});

test("ignores unknown values", () => {
  expect(readFilters({ type: "song", sort: "__proto__", date: "today ", length: 5 })).toEqual(NO_FILTERS);
});

test("the filter page accepts the sort orders of searches and of categories", () => {
  expect(readEitherFilters({ sort: "oldest", category: "7" })).toEqual({ ...NO_FILTERS, sort: "oldest", category: 7 });
  expect(readEitherFilters({ sort: "relevance" })).toEqual(NO_FILTERS);
  expect(readEitherFilters({ sort: "longest" })).toEqual(NO_FILTERS);
  expect(readFilters({ sort: "oldest" })).toEqual(NO_FILTERS);
});
