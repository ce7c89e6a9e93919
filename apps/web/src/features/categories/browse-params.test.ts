import { expect, test } from "vitest";
import { BROWSE_ALL, type Browse, countChosen, parseBrowseParams, toBrowseParams } from "./browse-params.ts";

test("what an address says is read, and said again in the same words", () => {
  const browse: Browse = { type: "video", sort: "oldest", date: "week", length: "long" };
  expect(toBrowseParams(browse)).toEqual({ sort: "oldest", date: "week", length: "long" });
  expect(parseBrowseParams(toBrowseParams(browse))).toEqual(browse);
  expect(countChosen(browse)).toBe(3);
});

test("nothing chosen is nothing said, and what nobody knows is left out", () => {
  expect(parseBrowseParams({})).toEqual(BROWSE_ALL);
  expect(toBrowseParams(BROWSE_ALL)).toEqual({});
  expect(parseBrowseParams({ type: "channel", sort: "relevance", date: 5, length: "__proto__" })).toEqual(BROWSE_ALL);
});

test("only videos have a length", () => {
  expect(parseBrowseParams({ type: "image", length: "long" }).length).toBe("any");
});
