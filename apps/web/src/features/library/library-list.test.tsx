// Imported here, so that the first reply to be validated does not wait for it.
import "@app/contract/routes";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { LibraryList } from "./library-list.tsx";

afterEach(() => vi.unstubAllGlobals());

const NOTHING = { contents: [], pagination: { current_page: 1, per_page: 24, total: 0, last_page: 1, next: null } };

/** The page, whose address has the search. */
function Liked() {
  const [search, setSearch] = useState("");
  return <LibraryList name="liked" search={search} onSearch={setSearch} isOff={false} onForgotten={vi.fn()} />;
}

test("Show everything empties the search field, which has the focus then", async () => {
  answerWith(() => NOTHING);
  renderOnPage(<Liked />);
  const field = await screen.findByRole<HTMLInputElement>("searchbox", { name: "Search this list" });
  await userEvent.type(field, "zzz{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Show everything" }));
  expect(await screen.findByText("Press Like on something you enjoyed: you will find it here.")).toBeTruthy();
  expect(field.value).toBe("");
  await waitFor(() => expect(document.activeElement).toBe(field));
});
