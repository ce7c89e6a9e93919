import { MARK_MAX_CHARS, MARKS_MAX, type Measurables, POSITION_MAX_CHARS } from "@app/contract/measurables";
import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { showFaults } from "#lib/show-faults.ts";
import { keepDraft } from "#lib/typed-draft.ts";
import { Field, TextInput } from "#ui/field.tsx";
import { InPlaceForm } from "#ui/in-place-form.tsx";
import { MEASURABLES_DRAFT } from "./draft-names.ts";
import { useSaveMeasurables } from "./edit-channel.queries.ts";
import { MarkRows } from "./mark-rows.tsx";
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
    const kept = form.watch((values) => keepDraft(MEASURABLES_DRAFT, values));
    return () => kept.unsubscribe();
  }, [form]);

  const close = () => {
    keepDraft(MEASURABLES_DRAFT, null);
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
