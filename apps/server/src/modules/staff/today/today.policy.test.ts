import { expect, test } from "vitest";
import { daysBefore, toFigure } from "./today.policy.ts";

test("days before a day cross months and years", () => {
  expect([daysBefore("2031-03-01", 1), daysBefore("2031-01-03", 7), daysBefore("2031-01-03", 0)]).toEqual([
    "2031-02-28",
    "2030-12-27",
    "2031-01-03",
  ]);
});

test("a flow is summed per week, and a level is compared with a week ago", () => {
  const measured = [
    { name: "people", day: "2031-03-10", value: 4 },
    { name: "people", day: "2031-03-04", value: 2 },
    { name: "people", day: "2031-03-03", value: 9 },
    { name: "people", day: "2031-02-25", value: 1 },
    { name: "held_comments", day: "2031-03-10", value: 5 },
    { name: "held_comments", day: "2031-03-03", value: 8 },
  ];
  const flow = toFigure("people", measured, "2031-03-10");
  expect([flow.now, flow.before, flow.days.map(({ value }) => value)]).toEqual([6, 10, [2, 0, 0, 0, 0, 0, 4]]);
  const level = toFigure("held_comments", measured, "2031-03-10");
  expect([level.now, level.before, level.days[0]]).toEqual([5, 8, { day: "2031-03-04", value: null }]);
});
