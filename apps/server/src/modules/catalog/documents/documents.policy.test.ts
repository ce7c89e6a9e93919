import { expect, test } from "vitest";
import { describeLoss } from "./documents.policy.ts";

test("the owner is told which pages look different from the file, ten of them by number", () => {
  const loss = (unreadable: number[], lackingFonts: number[] = [], textEndsBefore: number | null = null) =>
    describeLoss({ unreadable, lackingFonts, textEndsBefore });
  expect(loss([])).toBeNull();
  expect(loss([3])).toBe("Page 3 could not be read and is shown blank.");
  expect(loss([3, 5])).toBe("These pages could not be read and are shown blank: 3, 5.");
  const many = Array.from({ length: 11 }, (_, index) => index + 1);
  expect(loss(many)).toBe("These pages could not be read and are shown blank: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ….");
  const fonts = "are missing, because their font is not part of the PDF. Export it again with its fonts embedded.";
  expect(loss([], [2])).toBe(`Some letters on page 2 ${fonts}`);
  expect(loss([3], [1, 2])).toBe(
    `Page 3 could not be read and is shown blank. Some letters on these pages (1, 2) ${fonts}`,
  );
  expect(loss([], [], 12)).toBe(
    "Text from page 12 on cannot be searched or copied, because only the first 2,000,000 characters of a document are kept.",
  );
});
