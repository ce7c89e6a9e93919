import { credentials } from "@app/contract/accounts";
import { PASSWORDS_DIFFER, replacementPasswords, signUpRoutes } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Field, PasswordInput } from "#ui/field.tsx";
import { NewPasswordFields } from "#ui/password-fields.tsx";
import { Section } from "#ui/section.tsx";
import { ChangeEmailForm } from "./change-email-form.tsx";

const FIELDS = ["current_password", "password", "password_confirmation"] as const;

const fields = z
  .object({ current_password: credentials.password, ...replacementPasswords })
  .refine(({ password, password_confirmation }) => password === password_confirmation, {
    path: ["password_confirmation"],
    error: PASSWORDS_DIFFER,
  });

export function AccountSettings() {
  return (
    <div className="flex flex-col gap-10">
      <Section title="Email">
        <ChangeEmailForm />
      </Section>
      <Section title="Password">
        <ChangePasswordForm />
      </Section>
    </div>
  );
}

/** Keeps this session and ends the others. */
function ChangePasswordForm() {
  const form = useForm({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { current_password: "", password: "", password_confirmation: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage(signUpRoutes.changePassword, { body });
      toast.success(message);
      form.reset();
    } catch (error) {
      showFaults(form.setError, FIELDS, error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-md flex-col gap-5">
      <p className="text-muted">Your other devices are signed out when you change it.</p>
      <Field label="Current password" error={errors.current_password?.message}>
        <PasswordInput {...form.register("current_password")} autoComplete="current-password" />
      </Field>
      <NewPasswordFields
        password={form.register("password")}
        confirmation={form.register("password_confirmation")}
        typed={password}
        errors={{ password: errors.password?.message, confirmation: errors.password_confirmation?.message }}
      />
      <Button type="submit" busy={isSubmitting} className="self-start">
        Change password
      </Button>
    </form>
  );
}
