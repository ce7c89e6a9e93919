import { expect, test } from "vitest";
import {
  type BrowseFilters,
  countActiveFilters,
  DEFAULT_BROWSE,
  parseBrowseParams,
  toBrowseParams,
} from "./browse-params.ts";

test("parameters survive a round trip", () => {
  const browse: BrowseFilters = { type: "video", sort: "oldest", date: "week", length: "long" };
  expect(toBrowseParams(browse)).toEqual({ sort: "oldest", date: "week", length: "long" });
  expect(parseBrowseParams(toBrowseParams(browse))).toEqual(browse);
  expect(countActiveFilters(browse)).toBe(3);
});

test("defaults are omitted, and unknown values are ignored", () => {
  expect(parseBrowseParams({})).toEqual(DEFAULT_BROWSE);
  expect(toBrowseParams(DEFAULT_BROWSE)).toEqual({});
  expect(parseBrowseParams({ type: "channel", sort: "relevance", date: 5, length: "__proto__" })).toEqual(
    DEFAULT_BROWSE,
  );
});

test("only videos have a length", () => {
  expect(parseBrowseParams({ type: "image", length: "long" }).length).toBe("any");
});
