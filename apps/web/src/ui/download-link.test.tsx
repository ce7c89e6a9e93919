import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useToasts } from "#lib/toast.ts";
import { DownloadLink } from "./download-link.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** @returns whether the browser follows the link itself */
function press(href: string): boolean {
  render(
    <DownloadLink href={href} fileName="Regional final 2.jpg">
      Download
    </DownloadLink>,
  );
  return fireEvent.click(screen.getByRole("link", { name: "Download" }));
}

test("a file of this origin is left to the browser, with its name", () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  expect(press("/media/a.jpeg")).toBe(true);
  expect(screen.getByRole("link").getAttribute("download")).toBe("Regional final 2.jpg");
  expect(fetched).not.toHaveBeenCalled();
});

test("a file of another origin, which the browser would open, is fetched and saved", async () => {
  vi.stubGlobal("fetch", async () => new Response("pixels"));
  const saved: [string, Blob][] = [];
  let content: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    content = blob as Blob;
    return "blob:saved";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (content) saved.push([this.download, content]);
  });
  expect(press("https://cdn.example.com/media/a.jpeg")).toBe(false);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect([saved[0]?.[0], await saved[0]?.[1].text()]).toEqual(["Regional final 2.jpg", "pixels"]);
});

test("a file that cannot be fetched says so", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
  press("https://cdn.example.com/media/a.jpeg");
  const failed = "The file could not be downloaded. Please try again.";
  await vi.waitFor(() => expect(useToasts.getState().toasts.map(({ message }) => message)).toContain(failed));
});
