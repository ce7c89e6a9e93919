import { expect, test } from "vitest";
import { countFilters, type Filters, NO_FILTERS, readEitherFilters, readFilters, toAddress } from "./filter-address.ts";

test("what an address says is read, and said again in the same words", () => {
  const filters: Filters = { type: "video", sort: "newest", date: "week", length: "long", category: 7 };
  expect(toAddress(filters)).toEqual({ sort: "newest", date: "week", length: "long", category: "7" });
  expect(readFilters(toAddress(filters))).toEqual(filters);
  expect(countFilters(filters)).toBe(4);
});

test.each(["image", "document", "channel"] as const)(
  "only videos have a length: with type %s it is not said",
  (type) => {
    const filters: Filters = { ...NO_FILTERS, type, length: "long" };
    expect(toAddress(filters)).toEqual({ type });
    expect(countFilters(filters)).toBe(0);
    expect(readFilters({ type, length: "long" })).toEqual({ ...NO_FILTERS, type });
  },
);

test("what was chosen for items waits while channels are looked at, and does not count there", () => {
  const filters: Filters = { type: "channel", sort: "views", date: "week", length: "any", category: 7 };
  expect(countFilters(filters)).toBe(1);
  expect(readFilters(toAddress(filters))).toEqual(filters);
  expect(countFilters({ ...filters, type: "image" })).toBe(3);
});

test("nothing chosen is nothing said", () => {
  expect(readFilters({})).toEqual(NO_FILTERS);
  expect(toAddress(NO_FILTERS)).toEqual({});
  expect(countFilters({ ...NO_FILTERS, type: "image" })).toBe(0);
});

test.each(["0", "-3", "1.5", "x", "", "99999999999", undefined])("category %s is none", (category) => {
  expect(readFilters({ category }).category).toBeNull();
});

test("what nobody knows is left out", () => {
  expect(readFilters({ type: "song", sort: "__proto__", date: "today ", length: 5 })).toEqual(NO_FILTERS);
});

test("the page of filters knows the orders of a search and those of a category", () => {
  expect(readEitherFilters({ sort: "oldest", category: "7" })).toEqual({ ...NO_FILTERS, sort: "oldest", category: 7 });
  expect(readEitherFilters({ sort: "relevance" })).toEqual(NO_FILTERS);
  expect(readEitherFilters({ sort: "longest" })).toEqual(NO_FILTERS);
  expect(readFilters({ sort: "oldest" })).toEqual(NO_FILTERS);
});
