import { type Measurables, measurables } from "@app/contract/measurables";
import type { FieldPath } from "react-hook-form";
import { z } from "zod";
import { readFormDraft } from "#lib/personal-storage.ts";
import { MEASURABLES_DRAFT } from "./draft-names.ts";

const IN_A_FOOT = 12;

/** As it stands in the form: everything is text. */
const typedMeasurables = z.object({
  feet: z.string(),
  inches: z.string(),
  weight: z.string(),
  position: z.string(),
  marks: z.array(z.object({ label: z.string(), value: z.string() })),
});
export type TypedMeasurables = z.infer<typeof typedMeasurables>;

export function readMeasurablesDraft(): TypedMeasurables | null {
  return readFormDraft(MEASURABLES_DRAFT, typedMeasurables);
}

export function toTyped(entered: Measurables | null): TypedMeasurables {
  const { height_in = null, weight_lb = null, position = null, marks = [] } = entered ?? {};
  return {
    feet: height_in === null ? "" : String(Math.floor(height_in / IN_A_FOOT)),
    inches: height_in === null ? "" : String(height_in % IN_A_FOOT),
    weight: weight_lb === null ? "" : String(weight_lb),
    position: position ?? "",
    marks,
  };
}

type Fault = { name: FieldPath<TypedMeasurables>; message: string };

/** Where a fault of the measurables stands in the form. */
const FIELD_OF: Record<string, FieldPath<TypedMeasurables>> = { height_in: "feet", weight_lb: "weight" };

/** What is wrong, each at its own field. Of a height that cannot be read it is not said how tall it may be. */
export function findFaults(typed: TypedMeasurables): Fault[] {
  const unread = findHeightFaults(typed);
  const { error } = measurables.safeParse(toMeasurables(typed));
  const broken = (error?.issues ?? [])
    .filter(({ path }) => unread.length === 0 || path[0] !== "height_in")
    .map(({ path, message }) => {
      const name = path.join(".");
      return { name: FIELD_OF[name] ?? (name as FieldPath<TypedMeasurables>), message };
    });
  return [...unread, ...broken];
}

function findHeightFaults({ feet, inches }: TypedMeasurables): Fault[] {
  const [whole, over] = [toWhole(feet), toWhole(inches)];
  const faults: Fault[] = [];
  if (whole === null && over !== null) faults.push({ name: "feet", message: "Feet are missing" });
  if (Number.isNaN(whole)) faults.push({ name: "feet", message: "Feet must be a whole number" });
  if (over !== null && !(over < IN_A_FOOT))
    faults.push({ name: "inches", message: `Inches must be a whole number from 0 to ${IN_A_FOOT - 1}` });
  return faults;
}

/** What the server is sent. What is no number becomes none that it takes, so that its rule speaks. */
export function toMeasurables({ feet, inches, weight, position, marks }: TypedMeasurables): Measurables {
  const inchesOver = toWhole(inches) ?? 0;
  const isHeightGiven = feet.trim() !== "" || inches.trim() !== "";
  const height = (toWhole(feet) ?? 0) * IN_A_FOOT + (inchesOver < IN_A_FOOT ? inchesOver : Number.NaN);
  return {
    height_in: isHeightGiven ? height : null,
    weight_lb: toWhole(weight),
    position: position.trim() === "" ? null : position,
    // A row in which nothing was typed is no result.
    marks: marks.filter(({ label, value }) => label.trim() !== "" || value.trim() !== ""),
  };
}

/** @returns null for nothing, NaN for what is no whole number */
function toWhole(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
