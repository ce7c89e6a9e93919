import { expect, test } from "vitest";
import { toLines } from "./share-lines.ts";

/** Ten characters per line. */
const fits = (line: string) => [...line].length <= 10;

test.each([
  ["", 2, []],
  ["Cup final", 2, ["Cup final"]],
  ["Cup final, second half", 2, ["Cup final,", "second ha…"]],
  ["Cup final, second half", 3, ["Cup final,", "second", "half"]],
  ["Donaudampfschiff ahoi", 2, ["Donaudampf", "schiff ah…"]],
  ["  much \n  space  ", 2, ["much space"]],
  ["🏀🏀🏀🏀🏀🏀🏀🏀🏀🏀🏀🏀", 1, ["🏀🏀🏀🏀🏀🏀🏀🏀🏀…"]],
])("%j in %i lines", (words, most, lines) => {
  expect(toLines(words, most, fits)).toEqual(lines);
});
