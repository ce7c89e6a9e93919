import { PASSWORD_RULES } from "@app/contract/sign-up";
import { clsx } from "clsx";
import { Circle, CircleCheck } from "lucide-react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field, PasswordInput } from "./field.tsx";

type NewPasswordFieldsProps = {
  password: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  /** The value of the first field, to check the rules against. */
  typed: string;
  errors: { password?: string | undefined; confirmation?: string | undefined };
};

/** A new password and its confirmation. */
export function NewPasswordFields({ password, confirmation, typed, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field label="New password" error={errors.password}>
          <PasswordInput {...password} autoComplete="new-password" />
        </Field>
        <PasswordRules text={typed} />
      </div>
      <Field label="Repeat the new password" error={errors.confirmation}>
        <PasswordInput {...confirmation} autoComplete="new-password" />
      </Field>
    </>
  );
}

/** The rules of a new password, ticked off while typing. Screen readers hear how many are met. */
export function PasswordRules({ text }: { text: string }) {
  return (
    <div>
      <ul className="flex flex-col gap-1">
        {checkRules(text).map(({ message, holds }) => {
          const Icon = holds ? CircleCheck : Circle;
          return (
            <li key={message} className={clsx("flex items-start gap-2 text-sm", holds ? "text-good" : "text-muted")}>
              <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
              <span>
                {message}
                {holds && <span className="sr-only"> Met.</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {rulesInWords(text)}
      </p>
    </div>
  );
}

type CheckedRule = { message: string; holds: boolean };

export function checkRules(text: string): CheckedRule[] {
  return PASSWORD_RULES.map(({ message, holds }) => ({ message, holds: holds(text) }));
}

/** For screen readers; empty before anything is typed. */
export function rulesInWords(text: string): string {
  if (text === "") return "";
  const rules = checkRules(text);
  const met = rules.filter(({ holds }) => holds).length;
  return met === rules.length ? "All password rules are met." : `${met} of ${rules.length} password rules are met.`;
}
