import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { router } from "./router.ts";

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
