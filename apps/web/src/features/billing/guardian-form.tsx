import { personName } from "@app/contract/guardian";
import { newEmail } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";

const fields = z.object({
  guardian_name: personName("Guardian name"),
  guardian_email: newEmail,
});
type Values = z.output<typeof fields>;

type GuardianFormProps = {
  isAgain: boolean;
  /** Whom was asked before. */
  email: string | null;
  /** @returns what the server says to it */
  onAsk: (values: Values) => Promise<string>;
};

/** Whom to ask. */
export function GuardianForm({ isAgain, email, onAsk }: GuardianFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { guardian_name: "", guardian_email: email ?? "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      toast.success(await onAsk(values));
    } catch (error) {
      showFaults(form.setError, ["guardian_name", "guardian_email"], error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Guardian name" error={errors.guardian_name?.message}>
        <TextInput {...form.register("guardian_name")} autoComplete="off" />
      </Field>
      <Field label="Guardian email" error={errors.guardian_email?.message}>
        <TextInput {...form.register("guardian_email")} type="email" autoComplete="off" />
      </Field>
      <Button type="submit" size="lg" variant={isAgain ? "secondary" : "primary"} busy={isSubmitting}>
        {isAgain ? "Send the mail again" : "Ask for consent"}
      </Button>
    </form>
  );
}
