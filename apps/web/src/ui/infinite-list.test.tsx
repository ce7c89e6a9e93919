import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, test, vi } from "vitest";
import { renderWithQueries } from "#testing/page-parts.tsx";
import { InfiniteList } from "./infinite-list.tsx";

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

/** So short that the browser scrolls it up at once, before React has run its effects. */
function ShortPage() {
  useLayoutEffect(() => scrollPageTo(20), []);
  return "One of them";
}

function scrollPageTo(y: number): void {
  vi.stubGlobal("scrollY", y);
  window.dispatchEvent(new Event("scroll"));
}

/** Jumps there, and leaves before anything can be saved later. */
async function leaveFrom(y: number, leave: () => Promise<void>): Promise<void> {
  scrollPageTo(y);
  await act(leave);
}

test("a list that is left right after scrolling has its position again after Back", async () => {
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  const root = createRootRoute();
  const routes = [
    createRoute({ getParentRoute: () => root, path: "/", component: Numbers }),
    createRoute({ getParentRoute: () => root, path: "/one", component: ShortPage }),
  ];
  const router = createRouter({ routeTree: root.addChildren(routes), history: createMemoryHistory() });
  renderWithQueries(<RouterProvider router={router as never} />);
  await screen.findByText("number 1");
  await leaveFrom(700, async () => {
    router.history.push("/one");
    // So that the page changes at once with its address.
    await router.load();
  });
  await screen.findByText("One of them");
  scrollTo.mockClear();
  act(() => router.history.back());
  await screen.findByText("number 1");
  await expect.poll(() => scrollTo.mock.calls).toContainEqual([0, 700]);
});
