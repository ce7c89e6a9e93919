import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { LibraryList } from "./library-list.tsx";

afterEach(() => vi.unstubAllGlobals());

const PAGE = { current_page: 1, per_page: 24, total: 0, last_page: 1, next: null };
const { id, type, title, thumbnail, thumbnail_small, total_views, length, published_at, channel } = anItem();
const CARD = { id, type, title, thumbnail, thumbnail_small, total_views, length, published_at, channel, preview: null };
const LIKED = [{ ...CARD, added_at: "2026-02-03T10:00:00.000Z", resume_at_s: null }];

/** The page, whose address has the search. */
function Liked() {
  const [search, setSearch] = useState("");
  return (
    <>
      <button type="button" onClick={() => setSearch("")}>
        Liked
      </button>
      <LibraryList name="liked" search={search} onSearch={setSearch} isOff={false} onForgotten={vi.fn()} />
    </>
  );
}

/** Searches a list of one item in vain. */
async function searchInVain(): Promise<HTMLInputElement> {
  answerWith((path) => ({ contents: path.includes("zzz") ? [] : LIKED, pagination: PAGE }));
  renderOnPage(<Liked />);
  const field = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search this list" });
  await userEvent.type(field, "zzz{Enter}");
  await screen.findByText("No result found for the term");
  return field;
}

test("Show everything empties the search field, which has the focus then", async () => {
  const field = await searchInVain();
  await userEvent.click(screen.getByRole("button", { name: "Show everything" }));
  expect(await screen.findByText("Cup final")).toBeTruthy();
  expect(field.value).toBe("");
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test("a link to the whole list empties the search field, too", async () => {
  const field = await searchInVain();
  await userEvent.click(screen.getByRole("button", { name: "Liked" }));
  expect(await screen.findByText("Cup final")).toBeTruthy();
  expect(field.value).toBe("");
});

test("a list in which there is nothing has no search field", async () => {
  answerWith(() => ({ contents: [], pagination: PAGE }));
  renderOnPage(<Liked />);
  expect(await screen.findByText("Press Like on something you enjoyed: you will find it here.")).toBeTruthy();
  expect(screen.queryByRole("searchbox")).toBeNull();
});
