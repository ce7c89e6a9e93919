import { contentHref } from "@app/contract/paths";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anItem } from "#testing/an-item.ts";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { FilePage } from "./file-page.tsx";

test("a time in the description of a document is text, because there is nothing to play", async () => {
  const item = anItem({ type: "document", state: "failed", description: "Practice at 6:30" });
  vi.stubGlobal("scrollTo", () => undefined);
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: "/file/$id", component: FilePage, loader: () => item });
  const history = createMemoryHistory({ initialEntries: [contentHref("document", item.id) ?? ""] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  renderWithQueries(<RouterProvider router={router as never} />);
  expect(await screen.findByText("Practice at 6:30")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Play from/ })).toBeNull();
});
