import { expect, test } from "vitest";
import { toFormData, toPath } from "./transport.ts";

test("texts stay as they are, lists and numbers become JSON, null is empty and undefined is left out", () => {
  const data = toFormData({ name: "Ada", step: 1, list: [1, 2], phone: null, bio: undefined, isNew: true });
  expect([...data.entries()]).toEqual([
    ["name", "Ada"],
    ["step", "1"],
    ["list", "[1,2]"],
    ["phone", ""],
    ["isNew", "true"],
  ]);
});

test("path parameters are encoded", () => {
  expect(toPath("/content/:id/view", { id: "a/b" })).toBe("/content/a%2Fb/view");
});

test("a query leaves out undefined values", () => {
  expect(toPath("/my-contents/:contentType", { contentType: "video" }, { current_page: 2, per_page: undefined })).toBe(
    "/my-contents/video?current_page=2",
  );
});

test("an empty path parameter is refused, because it would lead to another route", () => {
  expect(() => toPath("/content/:id", { id: "" })).toThrow(RangeError);
});
