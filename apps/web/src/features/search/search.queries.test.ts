import { SEARCH_MAX_CHARS } from "@app/contract/search";
import { expect, test } from "vitest";
import { firstChars, searchResults, suggestions } from "./search.queries.ts";

test.each([
  ["  relay  ", "relay"],
  ["run\0", "run"],
  ["\0 run", "run"],
  ["run \ud83c", "run \ufffd"],
  ["\0", ""],
  ["a".repeat(10_000), "a".repeat(SEARCH_MAX_CHARS)],
  ["🏀".repeat(200), "🏀".repeat(SEARCH_MAX_CHARS)],
])("of %j what can be searched for is %j", (typed, term) => {
  expect(firstChars(typed)).toBe(term);
  // As an address it is taken, and comes out of one as it went in.
  expect(new URLSearchParams(`${new URLSearchParams({ search: term })}`).get("search")).toBe(term);
});

test("results are asked for anew each time", () => {
  expect(searchResults({ search: "relay" }).staleTime).toBe(0);
});

test("nothing is asked for a term of nothing", () => {
  expect(searchResults({ search: "" }).enabled).toBe(false);
  expect([suggestions("", true).enabled, suggestions("relay", false).enabled]).toEqual([false, false]);
});
