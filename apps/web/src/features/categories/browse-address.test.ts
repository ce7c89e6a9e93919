import { expect, test } from "vitest";
import { BROWSE_ALL, type Browse, countChosen, readBrowse, toBrowseAddress } from "./browse-address.ts";

test("what an address says is read, and said again in the same words", () => {
  const browse: Browse = { type: "video", sort: "oldest", date: "week", length: "long" };
  expect(toBrowseAddress(browse)).toEqual({ sort: "oldest", date: "week", length: "long" });
  expect(readBrowse(toBrowseAddress(browse))).toEqual(browse);
  expect(countChosen(browse)).toBe(3);
});

test("nothing chosen is nothing said, and what nobody knows is left out", () => {
  expect(readBrowse({})).toEqual(BROWSE_ALL);
  expect(toBrowseAddress(BROWSE_ALL)).toEqual({});
  expect(readBrowse({ type: "channel", sort: "relevance", date: 5, length: "__proto__" })).toEqual(BROWSE_ALL);
});

test("only videos have a length", () => {
  expect(readBrowse({ type: "image", length: "long" }).length).toBe("any");
});
