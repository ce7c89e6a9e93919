import { expect, test } from "vitest";
import { findNamedCategory } from "./search.queries.ts";

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
