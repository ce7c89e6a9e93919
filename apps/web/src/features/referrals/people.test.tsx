import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { People } from "./people.tsx";
import { ALL_REFERRALS } from "./referrals.queries.ts";

function Page() {
  const [query, setQuery] = useState(ALL_REFERRALS);
  return <People query={query} firstLink={undefined} onQuery={setQuery} />;
}

test("a search that fails leaves the field as it is, with the focus", async () => {
  answerWith((path) => {
    if (path.includes("search_term=ma")) throw new TypeError("offline");
    const pagination = { current_page: 1, per_page: 10, total: 1, last_page: 1, next: null };
    const person = {
      username: "maya",
      month: "2026-02",
      link_label: null,
      stage: "joined",
      amount_cents: 0,
      reason: null,
      trigger: "verified",
      unlocks_on: null,
      paid_on: null,
    };
    return { referrals: [person], pagination };
  });
  renderOnPage(<Page />);
  await screen.findByText("maya");
  const field = screen.getByPlaceholderText("Username");
  await userEvent.type(field, "ma");
  expect(await screen.findByRole("button", { name: "Retry" })).toBeDefined();
  expect(screen.getByPlaceholderText("Username")).toBe(field);
  expect(document.activeElement).toBe(field);
});
