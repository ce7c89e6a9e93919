import { expect, test } from "vitest";
import { toPath } from "./to-path.ts";

test("the fields of a path are encoded", () => {
  expect(toPath("/content/:id/view", { id: "a/b" })).toBe("/content/a%2Fb/view");
});

test("a query leaves out what is not given", () => {
  expect(toPath("/my-contents/:contentType", { contentType: "video" }, { current_page: 2, per_page: undefined })).toBe(
    "/my-contents/video?current_page=2",
  );
});

test("a path without its field is refused: it would be another route", () => {
  expect(() => toPath("/content/:id", { id: "" })).toThrow(RangeError);
});
