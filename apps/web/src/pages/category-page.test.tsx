import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { CategoryPage } from "./category-page.tsx";

test("the address of a merged category becomes that of the one that has its items, with the same filters", async () => {
  const pagination = { current_page: 1, per_page: 20, total: 0, last_page: 1, next: null };
  answerWith((path) =>
    path.includes("/categories") ? [] : { category: { id: 2, name: "Rowing", image: null }, contents: [], pagination },
  );
  vi.stubGlobal("scrollTo", () => undefined);
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: "/category-listing/$id", component: CategoryPage });
  const history = createMemoryHistory({ initialEntries: ["/category-listing/1?type=document"] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  renderWithQueries(<RouterProvider router={router as never} />);
  await screen.findByRole("heading", { name: "Rowing" });
  expect(history.location.href).toBe("/category-listing/2?type=document");
  expect(history.length).toBe(1);
});
