import { useState } from "react";
import type { PercentCrop } from "react-image-crop";
import { Field, TextInput } from "#ui/field.tsx";

type Side = "x" | "y" | "width" | "height";

const SIDES: readonly [Side, label: string][] = [
  ["x", "Left (%)"],
  ["y", "Top (%)"],
  ["width", "Width (%)"],
  ["height", "Height (%)"],
];

type CropFieldsProps = {
  crop: PercentCrop;
  /** In percent. */
  smallestOf: (length: "width" | "height") => number;
  onChange: (crop: PercentCrop) => void;
};

/** The crop in numbers, for whoever does not drag. */
export function CropFields({ crop, smallestOf, onChange }: CropFieldsProps) {
  /** What is being typed, and the crop before: the first digit of a number must not move the other edge for good. */
  const [typed, setTyped] = useState<{ side: Side; text: string; before: PercentCrop } | null>(null);

  function type(side: Side, text: string): void {
    const before = typed?.before ?? crop;
    setTyped({ side, text, before });
    const percent = Number.parseFloat(text);
    onChange(Number.isNaN(percent) ? before : withSide(before, { side, percent, smallestOf }));
  }

  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <legend className="sr-only">Crop</legend>
      {SIDES.map(([side, label]) => (
        <Field key={side} label={label}>
          <TextInput
            type="number"
            min={0}
            max={100}
            value={typed?.side === side ? typed.text : Math.round(crop[side] * 10) / 10}
            onChange={({ currentTarget }) => type(side, currentTarget.value)}
            onBlur={() => setTyped(null)}
          />
        </Field>
      ))}
    </fieldset>
  );
}

type Change = { side: Side; percent: number } & Pick<CropFieldsProps, "smallestOf">;

/** Within the image: at the left and at the top, what is cut out becomes smaller before it would end outside. */
function withSide(crop: PercentCrop, { side, percent, smallestOf }: Change): PercentCrop {
  const [start, length] = side === "x" || side === "width" ? (["x", "width"] as const) : (["y", "height"] as const);
  if (side === length) return { ...crop, [length]: limit(percent, smallestOf(length), 100 - crop[start]) };
  const at = limit(percent, 0, 100 - smallestOf(length));
  return { ...crop, [start]: at, [length]: Math.min(crop[length], 100 - at) };
}

function limit(value: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, value));
}
