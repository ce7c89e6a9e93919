import { expect, test } from "vitest";
import { daysBefore, toFigure } from "./today.policy.ts";

test("days before a day cross months and years", () => {
  expect([daysBefore("2031-03-01", 1), daysBefore("2031-01-03", 7), daysBefore("2031-01-03", 0)]).toEqual([
    "2031-02-28",
    "2030-12-27",
    "2031-01-03",
  ]);
});

test("a counter is summed per week, and a gauge is compared with a week ago", () => {
  const measured = [
    { name: "people", day: "2031-03-10", value: 4 },
    { name: "people", day: "2031-03-04", value: 2 },
    { name: "people", day: "2031-03-03", value: 9 },
    { name: "people", day: "2031-02-25", value: 1 },
    { name: "held_comments", day: "2031-03-10", value: 5 },
    { name: "held_comments", day: "2031-03-03", value: 8 },
  ];
  const counter = toFigure("people", measured, "2031-03-10");
  expect([counter.now, counter.before, counter.days.map(({ value }) => value)]).toEqual([6, 10, [2, 0, 0, 0, 0, 0, 4]]);
  const gauge = toFigure("held_comments", measured, "2031-03-10");
  expect([gauge.now, gauge.before, gauge.days[0]]).toEqual([5, 8, { day: "2031-03-04", value: null }]);
});
