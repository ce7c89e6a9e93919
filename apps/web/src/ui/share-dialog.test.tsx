import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ShareDialog, type SharedPlace } from "./share-dialog.tsx";

const ADDRESS = `${window.location.origin}/video/abc`;

function open(place?: SharedPlace) {
  const user = userEvent.setup();
  render(<ShareDialog name="Cup final" path="/video/abc" place={place} onClose={() => undefined} />);
  return user;
}

test("copies the link, with the moment only if chosen", async () => {
  const user = open({ atS: 83.9 });
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
  await user.click(screen.getByRole("checkbox", { name: /^Start at/ }));
  expect(screen.getByText(`${ADDRESS}?t=83`)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(`${ADDRESS}?t=83`);
});

test("links to the page of a document if chosen", async () => {
  const user = open({ page: 7 });
  await user.click(screen.getByRole("checkbox", { name: "Open at page 7" }));
  expect(screen.getByText(`${ADDRESS}?page=7`)).toBeDefined();
});

test.each([{ atS: 0.4 }, { page: 1 }])("offers no starting point at the beginning (%o)", (place) => {
  open(place);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("offers no moment at the start of a video, and no share sheet where the device has none", () => {
  open();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "More ways to share" })).toBeNull();
});

test("opens the device's share sheet with the same link", async () => {
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", Object.assign(navigator, { share }));
  const user = open();
  await user.click(screen.getByRole("button", { name: "More ways to share" }));
  expect(share).toHaveBeenCalledWith({ title: "Cup final", url: ADDRESS });
  Reflect.deleteProperty(navigator, "share");
});
