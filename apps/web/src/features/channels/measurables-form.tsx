import {
  MARK_MAX_CHARS,
  MARKS_MAX,
  type Measurables,
  type MeasurablesChanges,
  measurables,
  POSITION_MAX_CHARS,
} from "@app/contract/measurables";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { type FieldPath, FormProvider, useFieldArray, useForm, useFormContext } from "react-hook-form";
import { z } from "zod";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { passFocusInRow, passFocusOn } from "#lib/pass-focus.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import { useSaveMeasurables } from "./edit-channel.queries.ts";
import { MEASURABLES_DRAFT } from "./use-editing.ts";

const INCHES_PER_FOOT = 12;

/** The form's values: everything is text. */
const measurablesValues = z.object({
  feet: z.string(),
  inches: z.string(),
  weight: z.string(),
  position: z.string(),
  marks: z.array(z.object({ label: z.string(), value: z.string() })),
});

type MeasurablesValues = z.infer<typeof measurablesValues>;

const measurablesDraft = measurablesValues.partial();

type MeasurablesDraft = z.infer<typeof measurablesDraft>;

type Fault = { name: FieldPath<MeasurablesValues>; message: string };

/** The form field that shows a fault of the contract's field. */
const FIELD_OF: Record<string, FieldPath<MeasurablesValues>> = { height_in: "feet", weight_lb: "weight" };

type MeasurablesFormProps = { channelId: string; entered: Measurables | null; onDone: () => void };

/** Every field is optional. What is typed survives a reload; the rest is not sent. */
export function MeasurablesForm({ channelId, entered, onDone }: MeasurablesFormProps) {
  const [opened] = useState(() => toFormValues(entered));
  const [typed] = useState(() => readFormDraft(MEASURABLES_DRAFT, measurablesDraft));
  const form = useForm<MeasurablesValues>({ defaultValues: { ...opened, ...typed } as MeasurablesValues });
  const save = useSaveMeasurables(channelId);
  const { errors } = form.formState;

  useEffect(() => {
    const subscription = form.watch(() => saveFormDraft(MEASURABLES_DRAFT, toDraft(opened, form.getValues())));
    return () => subscription.unsubscribe();
  }, [form, opened]);

  const close = () => {
    saveFormDraft(MEASURABLES_DRAFT, null);
    onDone();
  };

  const submit = form.handleSubmit(async (values) => {
    const measured = toMeasurables(values);
    // Drops empty rows, so that the faults' row numbers match.
    form.setValue("marks", measured.marks);
    const faults = validateMeasurables(values);
    for (const [at, { name, message }] of faults.entries()) form.setError(name, { message }, { shouldFocus: at === 0 });
    if (faults.length > 0) return;
    const body: MeasurablesChanges = differing(toMeasurables(opened), measured);
    if (Object.keys(body).length === 0) return close();
    try {
      await save.mutateAsync(body);
      close();
    } catch (error) {
      showFaults(form.setError, ["position"], error);
    }
  });

  return (
    <FormProvider {...form}>
      <InPlaceForm label="Your measurables" busy={save.isPending} onSubmit={submit} onCancel={close}>
        <Field label="Position" optional error={errors.position?.message}>
          <TextInput {...form.register("position")} maxLength={POSITION_MAX_CHARS} autoComplete="off" />
        </Field>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <Field label="Height, feet" optional error={errors.feet?.message}>
            <TextInput {...form.register("feet")} inputMode="numeric" maxLength={4} autoComplete="off" />
          </Field>
          <Field label="Height, inches" optional error={errors.inches?.message}>
            <TextInput {...form.register("inches")} inputMode="numeric" maxLength={4} autoComplete="off" />
          </Field>
          <Field label="Weight, pounds" optional error={errors.weight?.message}>
            <TextInput {...form.register("weight")} inputMode="numeric" maxLength={6} autoComplete="off" />
          </Field>
        </div>
        <MarkRows max={MARKS_MAX} maxChars={MARK_MAX_CHARS} />
      </InPlaceForm>
    </FormProvider>
  );
}

/** Named results in the athlete's own order. */
function MarkRows({ max, maxChars }: { max: number; maxChars: number }) {
  const { control, register, formState } = useFormContext<MeasurablesValues>();
  const rows = useFieldArray({ control, name: "marks" });
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-sm font-semibold">Results</legend>
      {rows.fields.length > 0 && (
        <ol ref={passFocusInRow} className="flex flex-col gap-4">
          {rows.fields.map((row, at) => {
            const faults = formState.errors.marks?.[at];
            return (
              <li key={row.id} ref={passFocusOn} className="grid grid-cols-[1fr_1fr_auto] items-start gap-3">
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
              </li>
            );
          })}
        </ol>
      )}
      {rows.fields.length < max && (
        <Button variant="secondary" className="self-start" onClick={() => rows.append({ label: "", value: "" })}>
          <Plus aria-hidden size={18} />
          Add a result
        </Button>
      )}
    </fieldset>
  );
}

/** @returns the fields whose content differs; results are compared as a whole */
function differing<T extends object>(before: T, after: T): Partial<T> {
  const textsBefore = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  const isChanged = ([name, value]: [string, unknown]) => textsBefore.get(name) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(after).filter(isChanged)) as Partial<T>;
}

/** @returns null: nothing is changed */
function toDraft(opened: MeasurablesValues, values: MeasurablesValues): MeasurablesDraft | null {
  const changes: MeasurablesDraft = differing(opened, values);
  if (Object.keys(changes).length === 0) return null;
  const { feet, inches } = values;
  const isHeightChanged = changes.feet !== undefined || changes.inches !== undefined;
  // Half a height beside half of one that another device entered would be neither.
  return { ...changes, ...(isHeightChanged && { feet, inches }) };
}

export function toFormValues(entered: Measurables | null): MeasurablesValues {
  const { height_in = null, weight_lb = null, position = null, marks = [] } = entered ?? {};
  return {
    feet: height_in === null ? "" : String(Math.floor(height_in / INCHES_PER_FOOT)),
    inches: height_in === null ? "" : String(height_in % INCHES_PER_FOOT),
    weight: weight_lb === null ? "" : String(weight_lb),
    position: position ?? "",
    marks,
  };
}

/** One fault per field. The allowed range is not mentioned for a height that cannot be parsed. */
export function validateMeasurables(typed: MeasurablesValues): Fault[] {
  const unread = validateHeight(typed);
  const { error } = measurables.safeParse(toMeasurables(typed));
  const broken = (error?.issues ?? [])
    .filter(({ path }) => unread.length === 0 || path[0] !== "height_in")
    .map(({ path, message }) => {
      const name = path.join(".");
      return { name: FIELD_OF[name] ?? (name as FieldPath<MeasurablesValues>), message };
    });
  return [...unread, ...broken];
}

function validateHeight({ feet, inches }: MeasurablesValues): Fault[] {
  const [wholeFeet, wholeInches] = [parseWhole(feet), parseWhole(inches)];
  const faults: Fault[] = [];
  if (wholeFeet === null && wholeInches !== null) faults.push({ name: "feet", message: "Feet is a required field" });
  if (Number.isNaN(wholeFeet)) faults.push({ name: "feet", message: "Feet must be a whole number" });
  if (wholeInches !== null && !(wholeInches < INCHES_PER_FOOT))
    faults.push({ name: "inches", message: `Inches must be a whole number from 0 to ${INCHES_PER_FOOT - 1}` });
  return faults;
}

/** The body for the server. An invalid number becomes NaN, so that the contract's rule reports it. */
export function toMeasurables({ feet, inches, weight, position, marks }: MeasurablesValues): Measurables {
  const inchesOver = parseWhole(inches) ?? 0;
  const isHeightGiven = feet.trim() !== "" || inches.trim() !== "";
  const height = (parseWhole(feet) ?? 0) * INCHES_PER_FOOT + (inchesOver < INCHES_PER_FOOT ? inchesOver : Number.NaN);
  return {
    height_in: isHeightGiven ? height : null,
    weight_lb: parseWhole(weight),
    position: position.trim() === "" ? null : position,
    // Empty rows are not results.
    marks: marks.filter(({ label, value }) => label.trim() !== "" || value.trim() !== ""),
  };
}

/** @returns null for empty text, NaN for anything but a whole number */
function parseWhole(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^\d{1,4}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
