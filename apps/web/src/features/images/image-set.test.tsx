import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { renderOnPage } from "#testing/page-parts.tsx";
import { ImageSet } from "./image-set.tsx";

test.each([
  ["failed", "There is nothing to show."],
  ["processing", "Getting ready…"],
] as const)("a set that is %s shows a message in its place", async (state, sentence) => {
  renderOnPage(<ImageSet item={anItem({ type: "image", state })} onLoaded={vi.fn()} />);
  expect(await screen.findByText(sentence)).toBeTruthy();
});
