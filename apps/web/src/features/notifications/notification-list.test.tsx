import type { Notification } from "@app/contract/notifications";
import type { InfiniteData } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dispatch } from "#lib/live.ts";
import { answerWith, renderOnPage, renderWithQueries, type Sent } from "#testing/page-parts.tsx";
import { NotificationPanel, NotificationTabs } from "./notification-list.tsx";
import { notificationList, useLiveNotifications } from "./notifications.queries.ts";

const AN_ID = "0190a1b2-0000-7000-8000-000000000001";

/** Of a deleted account, for a reason that this release does not know. */
const BARE = {
  notification_id: AN_ID,
  notification_message: "",
  timestamp: "2026-02-03T10:00:00.000Z",
  notification_is_read: 0,
  kind: "comment",
  href: "/notification/",
  data: { content_id: null, comment_id: null, username: null, profile_url: null, message: null },
} as unknown as Notification;

let notifications: Notification[] = [];
let next: string | null = null;
let sent: Sent[] = [];
/** Held back until the test lets it go. */
let markReply: Promise<null> | null = null;
/** Further pages, held back until the test lets them go; null: they are as the first. */
let further: Promise<Notification[]> | null = null;

beforeEach(() => {
  [notifications, next, markReply, further] = [[BARE], null, null, null];
  sent = answerWith(async (path) => {
    if (path.endsWith(AN_ID)) return markReply;
    return {
      notifications: (path.includes("cursor=") && (await further)) || notifications,
      unread: 1,
      needs_time_zone: false,
      pagination: { current_page: 1, per_page: 10, total: 11, last_page: next === null ? 1 : 2, next },
    };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function openPanel() {
  return renderOnPage(<NotificationPanel onOpen={() => undefined} />);
}

test("has words in place of a missing message and a missing person", async () => {
  openPanel();
  const link = await screen.findByRole("link", { name: /No message/ });
  expect(link.textContent).toContain("Unknown User · ");
});

test("a notification that the middle button opens in another tab is marked as read, too", async () => {
  openPanel();
  const link = await screen.findByRole("link", { name: /No message/ });
  const middle = (button: number) => fireEvent(link, new MouseEvent("auxclick", { bubbles: true, button }));
  middle(2);
  expect(sent.filter(({ path }) => path.endsWith(AN_ID))).toEqual([]);
  middle(1);
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith(AN_ID))).toMatchObject([{ body: { status: 1 } }]));
});

test("says so when there are no notifications", async () => {
  notifications = [];
  openPanel();
  expect(await screen.findByText("Sorry, no notifications found")).toBeTruthy();
});

test("asks for the next page a second and a half after its list was scrolled to four fifths", async () => {
  next = "cursor";
  vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(1_000);
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(500);
  openPanel();
  const box = (await screen.findByRole("list", { name: "Notifications" })).parentElement;
  const scrollTo = (top: number) => {
    if (box) box.scrollTop = top;
    box?.dispatchEvent(new Event("scroll"));
  };
  const asked = () => sent.filter(({ path }) => path.includes("cursor=cursor")).length;
  vi.useFakeTimers();
  scrollTo(299);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(0);
  scrollTo(300);
  await vi.advanceTimersByTimeAsync(1_000);
  // Still scrolling.
  scrollTo(310);
  await vi.advanceTimersByTimeAsync(150 + 1_499);
  expect(asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBe(1);
});

test("marks all as read only after the mark before it has arrived, which it would undo otherwise", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  markReply = promise;
  notifications = [{ ...BARE, notification_is_read: 1 }];
  openPanel();
  fireEvent.click(await screen.findByRole("button", { name: /^Actions for/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Mark as Unread" }));
  fireEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
  const marksAll = () => sent.some(({ path }) => path.endsWith("/mark-all-read"));
  await expect.poll(() => sent.some(({ path }) => path.endsWith(AN_ID))).toBe(true);
  expect(marksAll()).toBe(false);
  resolve(null);
  await expect.poll(marksAll).toBe(true);
});

test("marked as read in Unread, a notification leaves the focus to the next one, then the one before, then the panel", async () => {
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    if (method === "PATCH") notifications = notifications.filter((one) => !path.endsWith(one.notification_id));
    const page = {
      notifications,
      unread: notifications.length,
      needs_time_zone: false,
      pagination: { current_page: 1, per_page: 10, total: notifications.length, last_page: 1, next: null },
    };
    return Response.json({
      code: 200,
      status: "success",
      message: "OK",
      data: method === "PATCH" ? null : page,
    });
  });
  notifications = ["First", "Second", "Third"].map((message, at) => ({
    ...BARE,
    notification_id: `${AN_ID.slice(0, -1)}${at}` as Notification["notification_id"],
    notification_message: message,
  }));
  openPanel();
  await userEvent.click(await screen.findByRole("tab", { name: "Unread" }));
  const markAsRead = async (message: string) => {
    await userEvent.click(await screen.findByRole("button", { name: `Actions for: ${message}` }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Mark as Read" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: new RegExp(message) })).toBeNull());
  };
  await markAsRead("Second");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: /Third/ }));
  await markAsRead("Third");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: /First/ }));
  await markAsRead("First");
  expect(document.activeElement).toBe(screen.getByRole("tabpanel", { name: "Unread" }));
});

test("Load more passes the focus on to the first notification that it added", async () => {
  next = "second-page";
  const { unmount, queries } = openPanel();
  const more = await screen.findByRole("button", { name: "Load more" });
  const added = { notification_id: AN_ID.replace(/1$/, "2"), notification_message: "Leo follows you." };
  [notifications, next] = [[{ ...BARE, ...added } as Notification], null];
  await userEvent.click(more);
  const link = await screen.findByRole("link", { name: /Leo follows you/ });
  await waitFor(() => expect(document.activeElement).toBe(link));

  // Closed, it keeps the first page only: each change fetches what is kept.
  const keptPages = () => queries.getQueryData<InfiniteData<unknown>>(notificationList("all").queryKey)?.pages;
  expect(keptPages()).toHaveLength(2);
  unmount();
  expect(keptPages()).toHaveLength(1);
});

function LivePanel() {
  useLiveNotifications();
  return <NotificationPanel onOpen={() => undefined} />;
}

test("what happens while a further page loads leaves that page under way, and is followed after it", async () => {
  next = "second-page";
  const { queries } = renderOnPage(<LivePanel />);
  const more = await screen.findByRole("button", { name: "Load more" });
  const page = Promise.withResolvers<Notification[]>();
  const added = { notification_id: AN_ID.replace(/1$/, "2"), notification_message: "Leo follows you." };
  further = page.promise;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(more);
  await vi.waitFor(() => expect(queries.isFetching()).toBe(1));
  act(() => dispatch("notifications.changed", {}));
  await vi.advanceTimersByTimeAsync(900);
  const asked = sent.length;
  await act(async () => page.resolve([{ ...BARE, ...added } as Notification]));
  await vi.waitFor(() => screen.getByRole("link", { name: /Leo follows you/ }));
  expect(screen.getByRole("link", { name: /No message/ })).toBeTruthy();
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(asked));
});

/** The whole list, below a bell that opens the panel. */
function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Bell
      </button>
      {isOpen && <NotificationPanel onOpen={() => undefined} />}
      <main>
        <NotificationTabs filter="all" onFilter={() => undefined} />
      </main>
    </>
  );
}

test("the page's list is as long and as far down as it was, after the bell has closed and after Back", async () => {
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  const page = (at: number, following: string | null) => ({
    notifications: [{ ...BARE, notification_id: `${AN_ID.slice(0, -1)}${at}`, notification_message: `Number ${at}` }],
    unread: 1,
    needs_time_zone: false,
    pagination: { current_page: at, per_page: 1, total: 2, last_page: 2, next: following },
  });
  answerWith((path) => (path.includes("cursor=second") ? page(2, null) : page(1, "second")));
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/", component: Page }),
    createRoute({ getParentRoute: () => root, path: "/one", component: () => "One of them" }),
  ];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
  await userEvent.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByRole("link", { name: /Number 2/ });

  const bell = screen.getByRole("button", { name: "Bell" });
  await userEvent.click(bell);
  expect(await screen.findAllByRole("link", { name: /Number 2/ })).toHaveLength(2);
  await userEvent.click(bell);
  expect(screen.getAllByRole("link", { name: /Number 2/ })).toHaveLength(1);

  vi.stubGlobal("scrollY", 700);
  window.dispatchEvent(new Event("scroll"));
  act(() => router.history.push("/one"));
  await screen.findByText("One of them");
  scrollTo.mockClear();
  act(() => router.history.back());
  await screen.findByRole("link", { name: /Number 2/ });
  await expect.poll(() => scrollTo.mock.calls).toContainEqual([0, 700]);
});
