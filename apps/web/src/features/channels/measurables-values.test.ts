import { measurables } from "@app/contract/measurables";
import { expect, test } from "vitest";
import { toMeasurables, toTyped } from "./measurables-values.ts";

const ENTERED = {
  height_in: 74,
  weight_lb: 195,
  position: "Point guard",
  marks: [{ label: "40 yd", value: "4.62 s" }],
};
const NOTHING = { height_in: null, weight_lb: null, position: null, marks: [] };

test("what was entered is typed, and comes back as it was", () => {
  expect(toTyped(ENTERED)).toMatchObject({ feet: "6", inches: "2", weight: "195" });
  expect(toMeasurables(toTyped(ENTERED))).toEqual(ENTERED);
  expect(toMeasurables(toTyped(null))).toEqual(NOTHING);
});

test("an empty row is no result; half of one is one that lacks its name", () => {
  const marks = [
    { label: " ", value: "" },
    { label: "", value: "4.62 s" },
  ];
  expect(toMeasurables({ ...toTyped(null), marks }).marks).toEqual([{ label: "", value: "4.62 s" }]);
});

test.each([
  [{ feet: "6", inches: "" }, 72],
  [{ feet: "", inches: "" }, null],
])("%o is a height of %s inches", (height, inches) => {
  expect(toMeasurables({ ...toTyped(null), ...height }).height_in).toBe(inches);
});

test.each([
  [{ feet: "six", inches: "2" }, "height_in"],
  [{ feet: "6", inches: "12" }, "height_in"],
  [{ feet: "", inches: "7" }, "height_in"],
  [{ weight: "12.5" }, "weight_lb"],
])("%o is refused at %s", (typed, field) => {
  const checked = measurables.safeParse(toMeasurables({ ...toTyped(null), ...typed }));
  expect(checked.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
