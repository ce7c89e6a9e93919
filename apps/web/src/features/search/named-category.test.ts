import { expect, test } from "vitest";
import { namedCategory } from "./named-category.ts";

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
])("of %j the category is %j", (term, name) => {
  expect(namedCategory(CATEGORIES, term)?.name).toBe(name);
});
