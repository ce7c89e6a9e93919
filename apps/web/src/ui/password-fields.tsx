import type { UseFormRegisterReturn } from "react-hook-form";
import { Field, PasswordInput } from "./field.tsx";
import { PasswordRules } from "./password-rules.tsx";

type NewPasswordFieldsProps = {
  password: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  /** What stands in the first field: its rules are ticked off while one types. */
  typed: string;
  errors: { password?: string | undefined; confirmation?: string | undefined };
};

/** A new password, twice. */
export function NewPasswordFields({ password, confirmation, typed, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field label="New password" error={errors.password}>
          <PasswordInput {...password} autoComplete="new-password" />
        </Field>
        <PasswordRules text={typed} />
      </div>
      <Field label="New password once more" error={errors.confirmation}>
        <PasswordInput {...confirmation} autoComplete="new-password" />
      </Field>
    </>
  );
}
