import { PASSWORD_RULES } from "@app/contract/sign-up";
import { clsx } from "clsx";
import { Circle, CircleCheck } from "lucide-react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Field, PasswordInput } from "./field.tsx";

type PasswordTick = { message: string; holds: boolean };

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

/** Each rule of a new password, and whether what is typed keeps it. */
export function toTicks(text: string): PasswordTick[] {
  return PASSWORD_RULES.map(({ message, holds }) => ({ message, holds: holds(text) }));
}

/** For whoever does not see the ticks; empty before anything is typed. */
export function ticksInWords(text: string): string {
  if (text === "") return "";
  const ticks = toTicks(text);
  const kept = ticks.filter(({ holds }) => holds).length;
  return kept === ticks.length ? "All password rules are met." : `${kept} of ${ticks.length} password rules are met.`;
}

/** The rules of a new password, ticked off as one types. How many are met is said when that changes. */
export function PasswordRules({ text }: { text: string }) {
  return (
    <div>
      <ul className="flex flex-col gap-1">
        {toTicks(text).map(({ message, holds }) => {
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
        {ticksInWords(text)}
      </p>
    </div>
  );
}
