import { contentHref } from "@app/contract/paths";
import type { FoundContent } from "@app/contract/search";
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { SearchResults } from "./search-results.tsx";

const found = (title: string, about: Partial<FoundContent>): FoundContent => ({
  ...anItem(),
  title,
  preview: null,
  title_matches: [],
  channel_matches: [],
  spoken: null,
  written: null,
  ...about,
});

function show(contents: FoundContent[]): void {
  const pagination = { current_page: 1, last_page: 1, per_page: 12, total: contents.length };
  const none = { channels: [], searched_for: null, is_continued: false, also_in: [], named_channels: [] };
  answerWith(() => ({ ...none, contents, pagination }));
  const query = { search: "somersault", type: "video" } as const;
  renderOnPage(<SearchResults query={query} category={null} moveTo={null} onClearFilters={null} onType={vi.fn()} />);
}

const page = (type: FoundContent["type"]) => contentHref(type, anItem().id);
const addressOf = async (title: RegExp) => (await screen.findByRole("link", { name: title })).getAttribute("href");

test("a video found by what is said in it opens at that second, and shows the time and the words", async () => {
  show([found("Floor final", { spoken: { at: 72.9, text: "A spectacular somersault" } })]);
  expect(await addressOf(/^Floor final/)).toBe(`${page("video")}?t=72`);
  expect(screen.getByText("1:12").closest("p")?.textContent).toBe("1:12 “A spectacular somersault”");
});

test.each([
  ["and searches it for the words", "weak side", "?page=7&search=weak+side"],
  ["with other forms of the words, without a search", null, "?page=7"],
])("a document found by what is written in it opens at that page, and says which: %s", async (_, text, place) => {
  show([found("Floor exercises", { type: "document", length: null, written: { page: 7, text } })]);
  expect(await addressOf(/^Floor exercises/)).toBe(page("document") + place);
  expect(screen.getByText("On page 7")).toBeTruthy();
});

test("an item found by its title opens at its beginning", async () => {
  show([found("Somersault", { title_matches: [[0, 10]] })]);
  expect(await addressOf(/^Somersault/)).toBe(page("video"));
});

test.each([
  ["what was found", [found("Somersault", {})], "1 video"],
  ["that nothing was found", [], "0 videos"],
])("screen readers hear %s, from a region that is there before", async (_, contents, words) => {
  show(contents);
  const region = await screen.findByText("", { selector: "p[role=status]" });
  await waitFor(() => expect(region.textContent).toBe(words));
});
