import { expect, test } from "vitest";
import { findNamedCategory, normalizeTerm, searchResults, stillMatching, suggestions } from "./search.queries.ts";

test("suggestions for the previous term are filtered by the current text", () => {
  const last = ["Relay 1", "Relay 12", "The big RELAY 12 final", "Élan"];
  expect(stillMatching(last, "relay 12")).toEqual(["Relay 12", "The big RELAY 12 final"]);
  expect(stillMatching(last, "élan")).toEqual(["Élan"]);
  expect(stillMatching(last, "squat")).toEqual([]);
});

test.each([
  ["  relay  ", "relay"],
  ["run\0", "run"],
  ["\0 run", "run"],
  ["run \ud83c", "run \ufffd"],
  ["\0", ""],
  ["a".repeat(10_000), "a".repeat(100)],
  ["🏀".repeat(200), "🏀".repeat(100)],
])("%j is searched as %j", (typed, term) => {
  expect(normalizeTerm(typed)).toBe(term);
  // It survives a round trip through the URL.
  expect(new URLSearchParams(`${new URLSearchParams({ search: term })}`).get("search")).toBe(term);
});

test("results are never cached", () => {
  expect(searchResults({ search: "relay" }).staleTime).toBe(0);
});

test("an empty term sends no request", () => {
  expect(searchResults({ search: "" }).enabled).toBe(false);
  expect([suggestions("", true).enabled, suggestions("relay", false).enabled]).toEqual([false, false]);
});

const CATEGORIES = ["Tennis", "Track & Field", "Pétanque"].map((name, id) => ({ id, name, image: null }));

test.each([
  ["tennis", "Tennis"],
  ["  TÉNNIS ", "Tennis"],
  ["petanque", "Pétanque"],
  ["track  field", "Track & Field"],
  ["table tennis", undefined],
  ["tenni", undefined],
  ["!?", undefined],
  ["", undefined],
])("%j names the category %j", (term, name) => {
  expect(findNamedCategory(CATEGORIES, term)?.name).toBe(name);
});
