import { expect, test } from "vitest";
import { toReturnPath } from "./after-sign-in.ts";

test.each(["/following", "/video/YWJj#comment:1", "/search-results?search=cup"])("%s is a return path", (next) => {
  expect(toReturnPath(next)).toBe(next);
});

test.each([
  "https://elsewhere.test",
  "//elsewhere.test",
  "/\\elsewhere.test",
  "javascript:alert(1)",
  "/\t/elsewhere.test",
  "/\n/elsewhere.test",
  "\t//elsewhere.test",
  "/\r\\elsewhere.test",
  "/..//elsewhere.test",
  "/.//elsewhere.test",
  "/following\u0000",
  "/follow\u0085ing",
  "//[",
  "",
  null,
  undefined,
])("%s is not a return path", (next) => {
  expect(toReturnPath(next)).toBe("/explore");
});
