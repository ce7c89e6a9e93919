import type { ContentImage } from "@app/contract/images";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";

const IMAGE: ContentImage = {
  id: "0123456789abcdef",
  caption: "",
  alt: "",
  fault: null,
  width_px: 1_600,
  height_px: 900,
  placeholder: "data:image/webp;base64,AAAA",
  files: [
    { format: "avif", width_px: 640, url: "/640.avif" },
    { format: "jpeg", width_px: 640, url: "/640.jpg" },
    { format: "jpeg", width_px: 1_600, url: "/1600.jpg" },
  ],
};

const show = (changes: Partial<ContentImage> = {}) =>
  render(<Picture image={{ ...IMAGE, ...changes }} alt="The finish" sizes="100vw" />);
const picture = () => screen.getByRole("img", { name: "The finish" });

test("a picture has its blurred placeholder behind it, and the size that it will have", () => {
  show();
  expect(picture().style.backgroundImage).toBe('url("data:image/webp;base64,AAAA")');
  expect([picture().getAttribute("width"), picture().getAttribute("height")]).toEqual(["1600", "900"]);
  expect(picture().getAttribute("src")).toBe("/1600.jpg");
});

test("a picture without a placeholder has nothing behind it", () => {
  show({ placeholder: null });
  expect(picture().style.backgroundImage).toBe("");
});

test("once a picture is there, its placeholder is not behind what is transparent in it", () => {
  show();
  fireEvent.load(picture());
  expect(picture().style.backgroundImage).toBe("");
});
