import type { ContentImage } from "@app/contract/images";
import { fireEvent, screen } from "@testing-library/react";
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

test("an image that does not load says so, and Retry requests its item and the image again", async () => {
  const image = (name: string): ContentImage => ({
    id: name,
    caption: "",
    alt: "",
    fault: null,
    width_px: 1_600,
    height_px: 900,
    placeholder: null,
    files: [{ format: "jpeg", width_px: 1_600, url: `/${name}.jpg` }],
  });
  const images = [image("start"), image("finish")];
  renderOnPage(<ImageSet item={anItem({ type: "image", images })} onLoaded={vi.fn()} />);
  const large = () => screen.getByRole("button", { name: /^Open the viewer/ }).querySelector("img");
  await screen.findByText("Image 1 of 2");
  fireEvent.error(large() as HTMLElement);
  expect(screen.getByText("This image could not be loaded.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next image" }));
  expect(large()?.getAttribute("src")).toBe("/finish.jpg");
  expect(screen.queryByText("This image could not be loaded.")).toBeNull();
  fireEvent.error(large() as HTMLElement);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await vi.waitFor(() => expect(large()?.getAttribute("src")).toBe("/finish.jpg"));
});
