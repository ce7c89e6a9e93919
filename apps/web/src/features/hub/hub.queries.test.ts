import { expect, test } from "vitest";
import { ALL_CONTENT, type HubQuery, isFiltered, readHubQuery, toHubParams } from "./hub.queries.ts";

const chosen: HubQuery = {
  search: "cup final",
  type: "video",
  state: "failed",
  visibility: "private",
  category: 7,
  sort: "views",
  page: 3,
};

test("a list survives a round trip through the URL", () => {
  expect(readHubQuery(toHubParams(chosen))).toEqual(chosen);
  expect(toHubParams(ALL_CONTENT)).toEqual({});
  expect(readHubQuery({})).toEqual(ALL_CONTENT);
});

test("meaningless values are ignored", () => {
  const wrong = { type: "audio", state: "x", visibility: "secret", category: "-1", sort: "random", page: "0" };
  expect(readHubQuery(wrong)).toEqual(ALL_CONTENT);
  expect(readHubQuery({ page: "1.5", category: String(2 ** 31) })).toEqual(ALL_CONTENT);
  expect(readHubQuery({ page: "999999999" }).page).toBe(100_000);
});

test.each([
  [{}, false],
  [{ sort: "views", page: 2 }, false],
  [{ search: "x" }, true],
  [{ type: "image" }, true],
  [{ state: "hidden" }, true],
  [{ visibility: "public" }, true],
  [{ category: 1 }, true],
] as const)("%j counts as a filter: %s", (more, expected) => {
  expect(isFiltered({ ...ALL_CONTENT, ...more })).toBe(expected);
});
