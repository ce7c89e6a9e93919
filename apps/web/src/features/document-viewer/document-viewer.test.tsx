import type { DocumentContent, documentText, PageLink, PageWord } from "@app/contract/documents";
import { cleanup, createEvent, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { z } from "zod";
import { answerWith, renderOnPage, type Sent } from "#testing/page-parts.tsx";
import { DocumentViewer } from "./document-viewer.tsx";

const word = (text: string, left: number, top: number): PageWord => ({
  text,
  box: [left, top, 900, 200],
  ends_line: false,
});
const WORDS = [
  word("Read", 1_000, 1_000),
  word("the", 2_000, 1_000),
  word("rules", 3_000, 1_000),
  word("Next", 1_000, 5_000),
];
const link = (top: number, to: Partial<PageLink>): PageLink => ({
  box: [1_900, top, 2_100, 200],
  page: null,
  url: null,
  ...to,
});

/** jsdom has no layout and measures no texts: every element is 400 by 600. */
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

/** @param ready how many of its pages are drawn */
function show(ready: number, links: PageLink[] = [], pageCount = 3): Sent[] {
  const images = { thumbnail: "/t.webp", medium: "/m.webp", large: "/l.webp" };
  const content: DocumentContent = {
    version: "first",
    page_count: pageCount,
    outline: [],
    has_text: true,
    download: null,
    pages: Array.from({ length: ready }, (_, at) => ({ page: at + 1, width_px: 800, height_px: 1_000, images })),
  };
  const text: z.input<typeof documentText> = { pages: [{ page: 1, words: WORDS, links }] };
  const sent = answerWith(() => text);
  renderOnPage(
    <DocumentViewer
      contentId="0190a1b2-0000-7000-8000-000000000001"
      title={"Rules"}
      document={content}
      startPage={1}
      startQuery={""}
      isRestLoaded={true}
      onShown={vi.fn()}
      onPage={vi.fn()}
    />,
  );
  return sent;
}

const page = (name: string) => screen.findByRole("region", { name });
const pictureOf = (region: HTMLElement) => region.querySelector("img");

test("a document that is partly drawn says how many of its pages are ready, until all are", async () => {
  show(2);
  expect(await screen.findByText("2 of 3 pages are ready; the others follow.")).toBeTruthy();
});

test("a document that is drawn says nothing of pages that follow", async () => {
  show(3);
  expect(await screen.findByRole("region", { name: "Page 1 of 3" })).toBeTruthy();
  expect(screen.queryByText(/the others follow/)).toBeNull();
});

test("a link out of a document opens in a tab of its own, which learns nothing of this one", async () => {
  const url = "https://rules.test/rowing";
  show(3, [link(1_000, { url }), link(8_000, { url: "mailto:coach@club.test" })]);
  const out = await screen.findByRole("link", { name: "the rules" });
  const about = (name: string) => out.getAttribute(name);
  expect([about("href"), about("target"), about("title")]).toEqual([url, "_blank", url]);
  // Its owner wrote it: search engines are not to follow it.
  expect(about("rel")).toBe("noopener nofollow ugc");
  // One without words is called by its address.
  expect(screen.getByRole("link", { name: "mailto:coach@club.test" }).getAttribute("target")).toBe("_blank");
});

test("a link within a document says to which page it leads, and opens nothing", async () => {
  show(3, [link(1_000, { page: 3 })]);
  expect(await screen.findByRole("button", { name: "the rules, to page 3" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /rules/ })).toBeNull();
});

test("words that are copied keep the lines of the page, though the browser puts each on a line of its own", async () => {
  show(3);
  const first = await screen.findByText("Read");
  // As Chromium gives it: each word, and after the last one of a line that line's own end.
  vi.spyOn(document, "getSelection").mockReturnValue({ toString: () => "Read \nthe \nrules\n\nNext " } as Selection);
  const copied: [type: string, text: string][] = [];
  const event = createEvent.copy(first, {
    clipboardData: { setData: (type: string, text: string) => copied.push([type, text]) },
  });
  fireEvent(first, event);
  expect(copied).toEqual([["text/plain", "Read the rules\nNext "]]);
  expect(event.defaultPrevented).toBe(true);
});

test.each([
  ["closed", 1_280],
  ["open", 1_024],
])("a panel that was left %s in a window of %i px is so after a reload", async (left, width) => {
  vi.stubGlobal("innerWidth", width);
  const panel = () => screen.findByRole("button", { name: "Pages and contents" });
  const wanted = String(left === "open");
  show(3);
  expect((await panel()).ariaExpanded).not.toBe(wanted);
  fireEvent.click(await panel());
  cleanup();
  show(3);
  expect((await panel()).ariaExpanded).toBe(wanted);
});

test("a page whose picture does not load says so, and is tried again by Retry and once the device is online", async () => {
  show(3);
  const first = await page("Page 1 of 3");
  const fail = () => fireEvent.error(pictureOf(first) as HTMLElement);
  fail();
  expect(await within(first).findByText("This page could not be loaded.")).toBeTruthy();
  expect(pictureOf(first)).toBeNull();
  const retry = within(first).getByRole("button", { name: "Retry" });
  retry.focus();
  fireEvent.click(retry);
  await vi.waitFor(() => expect(pictureOf(first)?.getAttribute("src")).toBe("/m.webp"));
  // Within the viewer, whose keys go on working.
  expect(document.activeElement).toBe(first);
  fail();
  fireEvent(window, new Event("online"));
  expect(pictureOf(first)).not.toBeNull();
  expect(screen.queryByText("This page could not be loaded.")).toBeNull();
});

const pages = () => screen.getByRole("document", { name: "Pages" });

test("after a link leads away from its page, the keys go on working", async () => {
  show(20, [link(1_000, { page: 15 })], 20);
  const out = await screen.findByRole("button", { name: "the rules, to page 15" });
  out.focus();
  fireEvent.click(out);
  fireEvent.scroll(pages());
  await page("Page 15 of 20");
  await vi.waitFor(() => expect(out.isConnected).toBe(false));
  expect(document.activeElement).toBe(pages());
});

test("when the panel closes, the pages take its focus", async () => {
  vi.stubGlobal("innerWidth", 1_280);
  show(3);
  const thumbnail = await screen.findByRole("button", { name: "Page 2" });
  thumbnail.focus();
  fireEvent.keyDown(thumbnail, { key: "s" });
  await vi.waitFor(() => expect(thumbnail.isConnected).toBe(false));
  expect(document.activeElement).toBe(pages());
});

test("left and right turn the pages, and scroll those that are wider than the view", async () => {
  show(3);
  await page("Page 1 of 3");
  const wide = vi.spyOn(pages(), "scrollWidth", "get").mockReturnValue(400);
  /** Whether the browser's own use of a key is left to it. */
  const press = (key: string) => fireEvent.keyDown(pages(), { key });
  expect([press("ArrowLeft"), press("ArrowRight")]).toEqual([false, false]);
  wide.mockReturnValue(800);
  expect([press("ArrowLeft"), press("ArrowRight"), press("End")]).toEqual([true, true, false]);
  // On a button there is nothing to scroll.
  const next = screen.getByRole("button", { name: "Next page" });
  expect(fireEvent.keyDown(next, { key: "ArrowRight" })).toBe(false);
});
