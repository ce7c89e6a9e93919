import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CategorySelect } from "./filter-bar.tsx";

const shown = (value: number | null) => {
  const { unmount } = render(
    <CategorySelect categories={[{ id: 3, name: "Rowing" }]} value={value} onChange={() => undefined} />,
  );
  const { selectedOptions, options } = screen.getByRole<HTMLSelectElement>("combobox");
  const texts = [selectedOptions[0]?.textContent, options.length];
  unmount();
  return texts;
};

test("a category that is no longer offered, or not loaded yet, is not shown as all categories", () => {
  expect(shown(null)).toEqual(["All categories", 2]);
  expect(shown(3)).toEqual(["Rowing", 2]);
  expect(shown(7)).toEqual(["This category", 3]);
});
