import { expect, test } from "vitest";
import { isNarrowed, toAnyOf, toFilters } from "./search.policy.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const WEEK_AGO = new Date("2026-03-03T12:00:00Z");
const PLAIN = { type: "video", sort: "newest", date: "any", length: "any" } as const;
const NARROW = { ...PLAIN, date: "week", length: "short", category: 7 } as const;

test.each([
  ["nothing chosen", PLAIN, [], null],
  ["a date", { ...PLAIN, date: "week" }, ["week"], WEEK_AGO],
  ["a length", { ...PLAIN, length: "long" }, ["long"], null],
  ["a category", { ...PLAIN, category: 7 }, ["category:7"], null],
  ["all of them", NARROW, ["week", "short", "category:7"], WEEK_AGO],
  ["channels have none of it", { ...NARROW, type: "channel" }, [], null],
] as const)("filters: %s", (_, query, facets, since) => {
  const filters = toFilters(query, NOW);
  expect(filters).toEqual({ kind: query.type, sort: "newest", facets, since });
  expect(isNarrowed(filters)).toBe(facets.length > 0);
});

test("without what narrows it, a search keeps its type and order", () => {
  expect(toAnyOf(NARROW)).toEqual({ ...PLAIN, category: undefined });
});
