import type { ContentImage } from "@app/contract/images";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { isDisabled, renderOnPage } from "#testing/page-parts.tsx";
import { ImageSet } from "./image-set.tsx";

test.each([
  ["failed", "There is nothing to show."],
  ["processing", "Getting ready…"],
] as const)("a set that is %s shows a message in its place", async (state, sentence) => {
  renderOnPage(<ImageSet item={anItem({ type: "image", state })} onLoaded={vi.fn()} />);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

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

test("when the last image is taken out while it is shown, the one before is", async () => {
  const set = (...names: string[]) => anItem({ type: "image", images: names.map(image) });
  const Changing = () => {
    const [isShort, setShort] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setShort(true)}>
          Take out
        </button>
        <ImageSet item={isShort ? set("start", "turn") : set("start", "turn", "finish")} onLoaded={vi.fn()} />
      </>
    );
  };
  renderOnPage(<Changing />);
  await screen.findByText("Image 1 of 3");
  const next = () => screen.getByRole("button", { name: "Next image" });
  fireEvent.click(next());
  fireEvent.click(next());
  fireEvent.click(screen.getByRole("button", { name: "Take out" }));
  expect(screen.getByText("Image 2 of 2")).toBeTruthy();
  expect(isDisabled(next())).toBe(true);
});

test("an image that does not load says so, and Retry requests its item and the image again", async () => {
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
