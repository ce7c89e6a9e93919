import { MARK_MAX_CHARS, MARKS_MAX, type Measurables, POSITION_MAX_CHARS } from "@app/contract/measurables";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { FormProvider, useFieldArray, useForm, useFormContext } from "react-hook-form";
import { saveFormDraft } from "#lib/personal-storage.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import { MEASURABLES_DRAFT } from "./draft-names.ts";
import { useSaveMeasurables } from "./edit-channel.queries.ts";
import {
  findFaults,
  readMeasurablesDraft,
  type TypedMeasurables,
  toMeasurables,
  toTyped,
} from "./measurables-values.ts";

type MeasurablesFormProps = { channelId: string; entered: Measurables | null; onDone: () => void };

/** Everything may be left out. What is typed outlives a reload. */
export function MeasurablesForm({ channelId, entered, onDone }: MeasurablesFormProps) {
  const [typed] = useState(readMeasurablesDraft);
  const form = useForm<TypedMeasurables>({ defaultValues: typed ?? toTyped(entered) });
  const save = useSaveMeasurables(channelId);
  const { errors } = form.formState;

  useEffect(() => {
    const kept = form.watch((values) => saveFormDraft(MEASURABLES_DRAFT, values));
    return () => kept.unsubscribe();
  }, [form]);

  const close = () => {
    saveFormDraft(MEASURABLES_DRAFT, null);
    onDone();
  };

  const submit = form.handleSubmit(async (values) => {
    const wanted = toMeasurables(values);
    // Rows in which nothing stands go, so that a fault is found in its own row.
    form.setValue("marks", wanted.marks);
    const faults = findFaults(values);
    for (const [at, { name, message }] of faults.entries()) form.setError(name, { message }, { shouldFocus: at === 0 });
    if (faults.length > 0) return;
    try {
      await save.mutateAsync(wanted);
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

/** Results with their names, in the athlete's own order. */
function MarkRows({ max, maxChars }: { max: number; maxChars: number }) {
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
