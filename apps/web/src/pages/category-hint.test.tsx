import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { setAccessToken, setUser } from "#lib/session-store.ts";
import { anItem } from "#testing/an-item.ts";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { HubPage } from "./hub-pages.tsx";
import { SearchResultsPage } from "./search-pages.tsx";

afterEach(() => {
  setUser(null);
  setAccessToken(null);
});

test.each([
  ["hub", <HubPage key="hub" />],
  ["search", <SearchResultsPage key="search" />],
])("the filter of the %s says that the categories could not be loaded, and has them after a retry", async (_, page) => {
  setUser({ id: "0190a1b2-0000-7000-8000-000000000001", plan: "Individual", channel: null, teams: [] } as never);
  setAccessToken("token");
  let isDown = true;
  const pagination = { current_page: 1, per_page: 50, total: 1, last_page: 1, next: null };
  answerWith((path) => {
    if (!path.includes("/categories")) return { contents: [anItem({ title: "Relay" })], pagination };
    if (isDown) throw new TypeError("Failed to fetch");
    return [{ id: 1, name: "Rowing", image: null }];
  });
  renderOnPage(page, "/?search=relay");
  const hint = await screen.findByText(/^The categories could not be loaded\./);
  isDown = false;
  await userEvent.click(within(hint).getByRole("button", { name: "Retry" }));
  expect((await screen.findAllByRole("option", { name: "Rowing" })).length).toBeGreaterThan(0);
  expect(screen.queryByText(/^The categories could not be loaded\./)).toBeNull();
});
