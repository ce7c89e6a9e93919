import { twoFactorCode } from "@app/contract/account-safety";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { NotConfirmed, withConfirmedPassword } from "#lib/confirm-password.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { CodeInput, Field } from "#ui/field.tsx";

const fields = z.object({ code: twoFactorCode });

type CodeFormProps<Answer> = {
  label: string;
  submitLabel: string;
  onCode: (code: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
};

export function CodeForm<Answer>({ label, submitLabel, onCode, onDone }: CodeFormProps<Answer>) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      onDone(await withConfirmedPassword(() => onCode(code)));
    } catch (error) {
      if (!(error instanceof NotConfirmed)) showFaults(form.setError, ["code"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-xs flex-col gap-4">
      <Field label={label} error={errors.code?.message}>
        <CodeInput {...form.register("code")} />
      </Field>
      <Button type="submit" busy={isSubmitting} className="self-start">
        {submitLabel}
      </Button>
    </form>
  );
}
