import { describe, expect, test } from "vitest";
import { z } from "zod";
import { measurablesFields } from "./measurables.ts";
import { VALIDATION_OPTIONS } from "./validation.ts";

const form = z.strictObject(measurablesFields);
const NOTHING = { height_in: null, weight_lb: null, position: null, marks: [] };
const MARK = { label: "40-yard dash", value: "4.62 s" };

function faultOf(change: Record<string, unknown>): string | undefined {
  return form.safeParse({ ...NOTHING, ...change }, VALIDATION_OPTIONS).error?.issues[0]?.message;
}

describe("an athlete's measurables", () => {
  test.each([
    [{ height_in: 36 }, undefined],
    [{ height_in: 96 }, undefined],
    [{ height_in: 35 }, "Height must be between 3 ft and 8 ft"],
    [{ height_in: 97 }, "Height must be between 3 ft and 8 ft"],
    [{ height_in: 70.5 }, "Height must be in whole inches"],
    [{ weight_lb: 50 }, undefined],
    [{ weight_lb: 500 }, undefined],
    [{ weight_lb: 49 }, "Weight must be between 50 lb and 500 lb"],
    [{ weight_lb: 501 }, "Weight must be between 50 lb and 500 lb"],
    [{ weight_lb: 150.5 }, "Weight must be in whole pounds"],
    [{ position: "G" }, undefined],
    [{ position: "x".repeat(40) }, undefined],
    [{ position: "x".repeat(41) }, "Position must be at most 40 characters"],
    [{ position: " " }, "Position is a required field"],
    [{ marks: Array(12).fill(MARK) }, undefined],
    [{ marks: Array(13).fill(MARK) }, "Please enter at most 12 results."],
    [{ marks: [{ label: "x".repeat(40), value: "x".repeat(40) }] }, undefined],
    [{ marks: [{ label: "1", value: "2" }] }, undefined],
    [{ marks: [{ ...MARK, label: "x".repeat(41) }] }, "Result must be at most 40 characters"],
    [{ marks: [{ ...MARK, value: "x".repeat(41) }] }, "Value must be at most 40 characters"],
    [{ marks: [{ ...MARK, label: " " }] }, "Result is a required field"],
    [{ marks: [{ ...MARK, value: " " }] }, "Value is a required field"],
  ])("%j: %s", (change, fault) => {
    expect(faultOf(change)).toBe(fault);
  });

  test("are one line each", () => {
    const typed = { ...NOTHING, position: " Goal\nkeeper ", marks: [{ label: " Dash ", value: "4.6\ts" }] };
    expect(form.parse(typed)).toMatchObject({ position: "Goal keeper", marks: [{ label: "Dash", value: "4.6 s" }] });
  });
});
