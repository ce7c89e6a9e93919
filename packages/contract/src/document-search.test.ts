import { expect, test } from "vitest";
import { findInWords, toSearchText } from "./document-search.ts";

const line = (text: string) =>
  text.split(" ").map((word, index, all) => ({ text: word, ends_line: index === all.length - 1 }));

test("the search text has the words in lower case, without accents, separated by spaces", () => {
  expect(toSearchText(line("Café SLANT"))).toBe("cafe slant ");
});

test("a word divided at the end of a line is one word, found in both its parts", () => {
  const words = [...line("the foot-"), ...line("ball team")];
  expect(toSearchText(words)).toBe("the football team ");
  expect(findInWords(words, "Football team")).toEqual([{ first: 1, last: 3 }]);
  expect(findInWords(words, "foot")).toEqual([{ first: 1, last: 1 }]);
  expect(findInWords(words, "ball")).toEqual([{ first: 2, last: 2 }]);
});

test("a compound divided at its own hyphen is found with it and without it", () => {
  const words = [...line("a well-"), ...line("known foot-"), ...line("ball team, well-known")];
  const known = [
    { first: 1, last: 2 },
    { first: 6, last: 6 },
  ];
  expect(findInWords(words, "Well-Known")).toEqual(known);
  expect(findInWords(words, "wellknown football")).toEqual([{ first: 1, last: 4 }]);
  expect(findInWords(words, "football")).toEqual([{ first: 3, last: 4 }]);
  const other = [...line("well-known foot-"), ...line("ball")];
  expect(findInWords(other, "well-known football")).toEqual([{ first: 0, last: 2 }]);
});

test("other hyphens stay: inside a line, after a number or space, and at the end of the page", () => {
  expect(toSearchText([...line("run- pass 3-"), ...line("4 -"), ...line("zone cover-")])).toBe(
    "run- pass 3- 4 - zone cover- ",
  );
});
