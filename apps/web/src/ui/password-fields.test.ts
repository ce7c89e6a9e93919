import { expect, test } from "vitest";
import { checkRules, rulesInWords } from "./password-fields.tsx";

test.each([
  ["", [false, false, false, false, false], ""],
  ["a", [false, false, true, false, false], "1 of 5 password rules are met."],
  ["Ab1!", [false, true, true, true, true], "4 of 5 password rules are met."],
  ["ABCDEFG 1", [true, true, false, true, false], "3 of 5 password rules are met."],
  ["Correct-Horse-1", [true, true, true, true, true], "All password rules are met."],
])("%j is checked against the rules", (text, holds, words) => {
  expect(checkRules(text).map((tick) => tick.holds)).toEqual(holds);
  expect(rulesInWords(text)).toBe(words);
});
