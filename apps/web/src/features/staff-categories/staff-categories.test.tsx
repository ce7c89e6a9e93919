import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, renderOnPage } from "#testing/page-parts.tsx";
import { StaffCategories } from "./staff-categories.tsx";

test("only what was changed in a category is sent", async () => {
  const category = { id: 7, name: "Rowing", image: null, is_listed: true, is_reserved: false, items: 0, profiles: 0 };
  const sent = answerWith((path) => (path.endsWith("/7") ? null : [category]));
  renderOnPage(<StaffCategories />);
  await userEvent.click(await screen.findByRole("button", { name: "Edit Rowing" }));
  await userEvent.click(await screen.findByRole("switch", { name: /^Offered/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("switch")).toBeNull());
  expect(sent.find(({ path }) => path.endsWith("/7"))?.body).toEqual({ is_listed: false });
});
