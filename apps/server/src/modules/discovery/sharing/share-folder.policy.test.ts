import { expect, test } from "vitest";
import { shareFolder } from "./share-folder.policy.ts";

test("the pictures of an id lie in one folder, however its letters are typed", () => {
  expect(shareFolder("content", "0B6F")).toBe("shares/content/0b6f/");
  expect(shareFolder("content", "0b6f")).toBe(shareFolder("content", "0B6F"));
});
