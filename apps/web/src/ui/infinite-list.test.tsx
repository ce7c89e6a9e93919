import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLayoutEffect, useRef, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { InfiniteList, LoadMore } from "./infinite-list.tsx";

const numbers = infiniteQueryOptions({
  queryKey: ["numbers"],
  queryFn: ({ pageParam }) => Promise.resolve([{ id: `${pageParam}` }]),
  initialPageParam: 1,
  getNextPageParam: (_, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
});

function Numbers() {
  const list = useInfiniteQuery({ ...numbers, gcTime: 0 });
  return (
    <InfiniteList label="numbers" list={list} itemsOf={(page) => page} empty={null}>
      {({ id }) => `number ${id}`}
    </InfiniteList>
  );
}

/** Jumps there, and leaves before anything can be saved later. */
async function leaveFrom(y: number, leave: () => Promise<void>): Promise<void> {
  scrollPageTo(y);
  vi.stubGlobal("scrollY", 0);
  await act(leave);
}

function scrollPageTo(y: number): void {
  vi.stubGlobal("scrollY", y);
  window.dispatchEvent(new Event("scroll"));
}

test("a list that is left right after scrolling has its position again after Back", async () => {
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/", component: Numbers }),
    createRoute({ getParentRoute: () => root, path: "/one", component: () => "One of them" }),
  ];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
  await screen.findByText("number 1");
  await leaveFrom(700, async () => router.history.push("/one"));
  await screen.findByText("One of them");
  scrollTo.mockClear();
  act(() => router.history.back());
  await screen.findByText("number 1");
  await expect.poll(() => scrollTo.mock.calls).toContainEqual([0, 700]);
});

/** So short that the browser scrolls it up at once, before React has run the effects of what was there. */
function ShortPage() {
  useLayoutEffect(() => scrollPageTo(20), []);
  return "Something short";
}

test("a list that gives way for a moment has its position again", async () => {
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  const page = createRootRoute({
    component: function Page() {
      const [isGone, setGone] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setGone(!isGone)}>
            Change
          </button>
          {isGone ? <ShortPage /> : <Numbers />}
        </>
      );
    },
  });
  const router = createRouter({ routeTree: page, history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
  await screen.findByText("number 1");
  scrollPageTo(700);
  act(() => screen.getByText("Change").click());
  await screen.findByText("Something short");
  scrollTo.mockClear();
  act(() => screen.getByText("Change").click());
  await expect.poll(() => scrollTo.mock.calls).toContainEqual([0, 700]);
});

let isOffline = false;
beforeEach(() => {
  isOffline = false;
});

const threeLinks = infiniteQueryOptions({
  queryKey: ["links"],
  queryFn: ({ pageParam }) =>
    isOffline ? Promise.reject(new Error("No connection")) : Promise.resolve([`link ${pageParam}`]),
  initialPageParam: 1,
  getNextPageParam: (_, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
});

function ThreeLinks() {
  const list = useInfiniteQuery({ ...threeLinks, gcTime: 0 });
  const items = useRef<HTMLUListElement>(null);
  return (
    <main tabIndex={-1}>
      <ul ref={items}>
        {list.data?.pages.flat().map((name) => (
          <li key={name}>
            <a href="/">{name}</a>
          </li>
        ))}
      </ul>
      <LoadMore list={list} items={items} />
    </main>
  );
}

const expectFocusOn = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name));
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("whoever loads more goes on from the first new item, or from Retry", async () => {
  renderWithQueries(<ThreeLinks />);
  await press("Load more");
  await expectFocusOn("link 2");
  isOffline = true;
  await press("Load more");
  await expectFocusOn("Retry");
});

test("the focus also goes on when the button goes with the last page", async () => {
  renderWithQueries(<ThreeLinks />);
  await press("Load more");
  await screen.findByText("link 2");
  await press("Load more");
  await expectFocusOn("link 3");
  expect(screen.queryByRole("button")).toBeNull();
});
