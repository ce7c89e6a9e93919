import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { validateSearch } from "#lib/search-params.ts";
import { setUser } from "#lib/session-store.ts";
import { aProfile } from "#testing/a-profile.ts";
import { answerWith, renderWithQueries } from "#testing/page-parts.tsx";
import { NotificationPage } from "./notification-page.tsx";

afterEach(() => setUser(null));

test("Back from a notification leads to the tab that it was opened in", async () => {
  vi.stubGlobal("scrollTo", () => undefined);
  setUser({ ...aProfile(), teams: [] } as never);
  answerWith(() => ({
    notifications: [
      {
        notification_id: "0190a1b2-0000-7000-8000-000000000001",
        notification_message: "Leo follows you.",
        timestamp: "2026-02-03T10:00:00.000Z",
        notification_is_read: 0,
        kind: "follow",
        href: "/one",
        data: { content_id: null, comment_id: null, username: null, profile_url: null, message: null },
      },
    ],
    unread: 1,
    needs_time_zone: false,
    pagination: { current_page: 1, per_page: 10, total: 1, last_page: 1, next: null },
  }));
  const root = createRootRoute({ validateSearch });
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/notification/", component: NotificationPage }),
    createRoute({ getParentRoute: () => root, path: "/one", component: () => "One of them" }),
  ];
  const history = createMemoryHistory({ initialEntries: ["/notification/"] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  renderWithQueries(<RouterProvider router={router as never} />);

  await userEvent.click(await screen.findByRole("tab", { name: "Unread" }));
  act(() => router.history.push("/one"));
  await screen.findByText("One of them");
  act(() => router.history.back());
  await screen.findByRole("tabpanel", { name: "Unread" });
  expect(screen.getByRole("tab", { name: "Unread" }).getAttribute("aria-selected")).toBe("true");
});
