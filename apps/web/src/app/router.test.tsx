import { createMemoryHistory } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { setUser } from "#lib/session-store.ts";
import { useToasts } from "#lib/toast.ts";
import { router } from "./router.ts";

afterEach(() => {
  setUser(null);
  useToasts.setState({ toasts: [] });
});

const locate = (href: string) => router.parseLocation(createMemoryHistory({ initialEntries: [href] }).location);

test.each([
  ["not after a step out of the film room", "/video/a#film-room", "/video/a", false],
  ["not after a step to another second", "/video/a", "/video/a?t=30", false],
  ["not after a step to the same address", "/video/a", "/video/a", false],
  ["after a step to another video", "/video/a", "/video/b", true],
])("the page of an item is loaded again: %s", (_, from, to, expected) => {
  const { shouldReload } = router.routesByPath["/video/$id"].options;
  router.stores.resolvedLocation.set(locate(from));
  const isKept = typeof shouldReload === "function" && shouldReload({ location: locate(to) } as never) === false;
  expect(!isKept).toBe(expected);
});

const WHY = "You are signed in as @maya. To use the link, sign out and open it again.";

test.each([
  ["/reset-password/abc", "/reset-password/$", [WHY]],
  ["/sign-in-link/abc", "/sign-in-link/$", [WHY]],
  ["/reset-password/", "/reset-password/$", []],
  ["/login", "/login", []],
] as const)(
  "a signed-in person at %s is redirected, and reads why an emailed link does not open",
  (address, path, messages) => {
    setUser({ id: "1", username: "maya" } as never);
    const { beforeLoad } = router.routesByPath[path].options;
    expect(() => beforeLoad?.({ location: locate(address) } as never)).toThrow();
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(messages);
  },
);
