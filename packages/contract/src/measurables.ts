import { z } from "zod";
import { defineRoute } from "./http.ts";
import { channelId } from "./ids.ts";
import { toLine } from "./plain-text.ts";
import { unlessMissing } from "./validation.ts";

export const HEIGHT_IN = { min: 36, max: 96 } as const;
export const WEIGHT_LB = { min: 50, max: 500 } as const;
export const POSITION_MAX_CHARS = 40;
export const MARKS_MAX = 12;
export const MARK_MAX_CHARS = 40;

/** A result with its name, as athletes call it: '40-yard dash', '4.62 s'. */
export const mark = z.strictObject({
  label: z
    .string()
    .overwrite(toLine)
    .min(1, "Result is a required field")
    .max(MARK_MAX_CHARS, `Result must be at most ${MARK_MAX_CHARS} characters`),
  value: z
    .string()
    .overwrite(toLine)
    .min(1, "Value is a required field")
    .max(MARK_MAX_CHARS, `Value must be at most ${MARK_MAX_CHARS} characters`),
});

const HEIGHT_FAULT = "Height must be between 3 ft and 8 ft";
const WEIGHT_FAULT = `Weight must be between ${WEIGHT_LB.min} lb and ${WEIGHT_LB.max} lb`;

export const measurablesFields = {
  /** Whole inches. */
  height_in: z
    .int(unlessMissing("Height must be in whole inches"))
    .min(HEIGHT_IN.min, HEIGHT_FAULT)
    .max(HEIGHT_IN.max, HEIGHT_FAULT)
    .nullable(),
  /** Whole pounds. */
  weight_lb: z
    .int(unlessMissing("Weight must be in whole pounds"))
    .min(WEIGHT_LB.min, WEIGHT_FAULT)
    .max(WEIGHT_LB.max, WEIGHT_FAULT)
    .nullable(),
  position: z
    .string()
    .overwrite(toLine)
    .min(1, "Position is a required field")
    .max(POSITION_MAX_CHARS, `Position must be at most ${POSITION_MAX_CHARS} characters`)
    .nullable(),
  marks: z.array(mark).max(MARKS_MAX, `Please enter at most ${MARKS_MAX} results.`),
};
export const measurables = z.object(measurablesFields);
export type Measurables = z.infer<typeof measurables>;

/** Fields that are missing stay as they are. */
const measurablesChanges = measurables.partial();
export type MeasurablesChanges = z.infer<typeof measurablesChanges>;

export const measurableRoutes = {
  ofChannel: defineRoute({
    name: "measurables.ofChannel",
    summary: "The measurables that an athlete has entered; null where there are none",
    method: "GET",
    path: "/measurables/:id",
    access: "member",
    params: { id: channelId },
    data: measurables.nullable(),
  }),
  save: defineRoute({
    name: "measurables.save",
    summary: "Enter your measurables, as an Individual; fields that are left out stay",
    method: "POST",
    path: "/measurables",
    access: "earner",
    body: measurablesChanges.shape,
    data: measurables,
    writes: "measurables",
  }),
};
