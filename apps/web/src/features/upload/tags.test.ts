import { expect, test } from "vitest";
import { withTags } from "./tags.ts";

test("commas part tags, a # in front is dropped, and nothing empty is one", () => {
  expect(withTags([], " #Basketball, , high lights ,#,# slam")).toEqual(["Basketball", "high lights", "slam"]);
});

test("the same word is one tag", () => {
  expect(withTags(["Cup"], "cup, CUP, final")).toEqual(["Cup", "final"]);
});

test("ten are enough, and none is longer than 40", () => {
  expect(withTags([], "a,b,c,d,e,f,g,h,i,j,k")).toHaveLength(10);
  expect(withTags([], "x".repeat(60))).toEqual(["x".repeat(40)]);
});
