import { expect, test } from "vitest";
import { moveUp } from "./highlight-picker.tsx";

test("an entry swaps places with the one above it", () => {
  expect(moveUp(["a", "b", "c"], 1)).toEqual(["b", "a", "c"]);
  expect(moveUp(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
});
