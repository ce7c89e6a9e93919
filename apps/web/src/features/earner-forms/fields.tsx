import type { Plan } from "@app/contract/accounts";
import { BIO_MAX_CHARS, SSN_DIGITS, STATES, ZIP_DIGITS } from "@app/contract/earner-fields";
import { USERNAME_HINT } from "@app/contract/sign-up";
import type { ComponentProps, ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { READ_ONLY_STYLE } from "#ui/control-style.ts";
import { MonthYearField } from "#ui/date-field.tsx";
import { DigitsInput, SecretDigitsInput } from "#ui/digits-input.tsx";
import { Field, TextArea, TextInput } from "#ui/field.tsx";
import { MultiSelect } from "#ui/multi-select.tsx";
import { PhoneInput } from "#ui/phone-field.tsx";
import { Select } from "#ui/select.tsx";

const STATE_OPTIONS = Object.entries(STATES).map(([value, label]) => ({ value, label }));

/** Value, validation and fault come from the surrounding form. */
type NamedField = { name: string; label: string; hint?: ReactNode; optional?: boolean };

export function useFault(name: string): string | undefined {
  const { getFieldState, formState } = useFormContext();
  return getFieldState(name, formState).error?.message;
}

type TextFieldProps = NamedField & Pick<ComponentProps<"input">, "autoComplete" | "type" | "inputMode">;

export function TextField({ name, label, hint, optional = false, ...input }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} hint={hint} optional={optional} error={useFault(name)}>
      <TextInput {...register(name)} {...input} />
    </Field>
  );
}

export function GroupNameField({ plan }: { plan: Exclude<Plan, "Individual"> }) {
  return <TextField name={`${plan.toLowerCase()}_name`} label={`${plan} name`} autoComplete="organization" />;
}

export function DigitsField({
  name,
  label,
  hint,
  length,
  autoComplete,
}: NamedField & { length: number; autoComplete?: string }) {
  const { register } = useFormContext();
  return (
    <Field label={label} hint={hint} error={useFault(name)}>
      <DigitsInput {...register(name)} length={length} autoComplete={autoComplete} />
    </Field>
  );
}

export function ZipField(props: Omit<NamedField, "label"> & { autoComplete?: string }) {
  return <DigitsField {...props} label="ZIP" length={ZIP_DIGITS} />;
}

type SsnFieldProps = {
  label: string;
  /** Last digits of the saved number, which can never be read back. */
  last4: string | undefined;
  /** Empty keeps the saved number. */
  isKept?: boolean;
};

export function SsnField({ label, last4, isKept = false }: SsnFieldProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} hint={ssnHint(last4, isKept)} optional={isKept} error={useFault("ssn")}>
      <SecretDigitsInput {...register("ssn")} what={label} length={SSN_DIGITS} />
    </Field>
  );
}

function ssnHint(last4: string | undefined, isKept: boolean): string {
  if (!last4) return "Nine digits. It is encrypted, and nobody can read it back.";
  const held = `Your saved number ends in ${last4}.`;
  return isKept ? `${held} Leave this empty to keep it.` : `${held} Please enter it again to resubmit this form.`;
}

export function StateField({ name, autoComplete }: { name: string; autoComplete?: string }) {
  const { register } = useFormContext();
  return (
    <Field label="State" error={useFault(name)}>
      <Select
        {...register(name)}
        options={STATE_OPTIONS}
        placeholder="Choose a state"
        defaultValue=""
        autoComplete={autoComplete}
      />
    </Field>
  );
}

export function PhoneFormField({
  name,
  label,
  hint,
  optional = false,
  autoComplete = "tel",
}: NamedField & { autoComplete?: string }) {
  const { control } = useFormContext();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} optional={optional} error={fieldState.error?.message}>
          <PhoneInput {...field} autoComplete={autoComplete} />
        </Field>
      )}
    />
  );
}

export function MonthYearFormField({ name, label, hint }: NamedField) {
  const { control } = useFormContext();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <MonthYearField
          ref={field.ref}
          legend={label}
          {...(typeof hint === "string" && { hint })}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

type Option = { value: number; label: string };

export function CategoriesField({ options }: { options: readonly Option[] }) {
  const { control } = useFormContext();
  return (
    <Controller
      control={control}
      name="channel_category"
      render={({ field, fieldState }) => (
        <Field
          label="Channel category"
          hint="What your channel is about. You can choose several."
          error={fieldState.error?.message}
        >
          <MultiSelect
            ref={field.ref}
            options={options}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            placeholder="Choose categories"
            listLabel="Categories"
          />
        </Field>
      )}
    />
  );
}

export function BioField() {
  const { register } = useFormContext();
  return (
    <Field label="Bio" optional hint={`Up to ${BIO_MAX_CHARS} characters`} error={useFault("bio")}>
      <TextArea {...register("bio")} maxLength={BIO_MAX_CHARS} rows={2} />
    </Field>
  );
}

export function UsernameField({ username }: { username: string }) {
  return (
    <Field label="Username" note={USERNAME_HINT}>
      <TextInput value={username} readOnly autoComplete="username" className={READ_ONLY_STYLE} />
    </Field>
  );
}
