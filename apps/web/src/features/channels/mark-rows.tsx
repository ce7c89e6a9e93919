import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import type { TypedMeasurables } from "./measurables-values.ts";

/** Results with their names, in the athlete's own order. */
export function MarkRows({ max, maxChars }: { max: number; maxChars: number }) {
  const { control, register, formState } = useFormContext<TypedMeasurables>();
  const rows = useFieldArray({ control, name: "marks" });
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-sm font-semibold">Results</legend>
      {rows.fields.map((row, at) => {
        const faults = formState.errors.marks?.[at];
        return (
          <div key={row.id} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
            <Field label={`Result ${at + 1}`} error={faults?.label?.message}>
              <TextInput
                {...register(`marks.${at}.label`)}
                maxLength={maxChars}
                placeholder="40-yard dash"
                autoComplete="off"
              />
            </Field>
            <Field label="Value" error={faults?.value?.message}>
              <TextInput
                {...register(`marks.${at}.value`)}
                maxLength={maxChars}
                placeholder="4.62 s"
                autoComplete="off"
              />
            </Field>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove result ${at + 1}`}
              className="mt-6.5"
              onClick={() => rows.remove(at)}
            >
              <Trash2 aria-hidden size={20} />
            </Button>
          </div>
        );
      })}
      {rows.fields.length < max && (
        <Button variant="secondary" className="self-start" onClick={() => rows.append({ label: "", value: "" })}>
          <Plus aria-hidden size={18} />
          Add a result
        </Button>
      )}
    </fieldset>
  );
}
