import { expect, test } from "vitest";
import { heightInWords } from "./height.ts";

test.each([
  [74, "6′ 2″"],
  [72, "6′ 0″"],
  [36, "3′ 0″"],
])("%i inches are %s", (inches, words) => {
  expect(heightInWords(inches)).toBe(words);
});
