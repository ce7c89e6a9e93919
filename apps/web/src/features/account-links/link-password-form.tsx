import { credentials } from "@app/contract/accounts";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, PasswordInput } from "#ui/field.tsx";
import { isUseless } from "./use-link.ts";

const fields = z.object({ password: credentials.password });

type LinkPasswordFormProps = {
  submitLabel: string;
  /** Uses the link with the password. */
  onPassword: (password: string) => Promise<unknown>;
  onUsed: () => void;
  onUseless: () => void;
};

/** The password that a link needs in a browser that is not known to be the person's. */
export function LinkPasswordForm({ submitLabel, onPassword, onUsed, onUseless }: LinkPasswordFormProps) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onPassword(password);
      onUsed();
    } catch (error) {
      if (isUseless(error)) onUseless();
      else showFaults(form.setError, ["password"], error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="current-password" />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting} className="self-start">
        {submitLabel}
      </Button>
    </form>
  );
}
