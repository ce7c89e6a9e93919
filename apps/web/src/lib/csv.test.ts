import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("quotes what needs it, leaves nothing out, and defuses formulas", () => {
  const rows = [
    ["Title", "Views"],
    ['Cup "final", second half', 12],
    ["=HYPERLINK(1)", -3],
    ["two\nlines", null],
  ];
  expect(toCsv(rows)).toBe('Title,Views\r\n"Cup ""final"", second half",12\r\n\'=HYPERLINK(1),-3\r\n"two\nlines",\r\n');
});
