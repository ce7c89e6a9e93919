import { expect, test } from "vitest";
import { movedUp } from "./highlight-picker.tsx";

test("an entry changes places with the one above it", () => {
  expect(movedUp(["a", "b", "c"], 1)).toEqual(["b", "a", "c"]);
  expect(movedUp(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
});
