import { credentials } from "@app/contract/accounts";
import { newEmail, signUpRoutes } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { useUser } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, PasswordInput, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ResendButton } from "#ui/resend-button.tsx";

const fields = z.object({ email: newEmail, password: credentials.password });

/** The new address counts once the link that was sent to it is opened; until then the old one stays. */
export function ChangeEmailForm() {
  const user = useUser();
  const [asked, setAsked] = useState<{ email: string; message: string; atMs: number } | null>(null);
  const form = useForm({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage(signUpRoutes.changeEmail, { body });
      setAsked({ email: body.email, message, atMs: Date.now() });
      form.reset();
    } catch (error) {
      showFaults(form.setError, ["email", "password"], error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-md flex-col gap-5">
      <p className="text-muted">
        Your address is <strong className="break-words text-text">{user?.email}</strong>
      </p>
      <Field label="New email" error={errors.email?.message}>
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="current-password" />
      </Field>
      <Button type="submit" busy={isSubmitting} className="self-start">
        Change email
      </Button>
      <div role="status">
        {asked && (
          <Notice tone="good" title={asked.email}>
            {asked.message}
          </Notice>
        )}
      </div>
      {asked && <ResendButton key={asked.atMs} sentAtMs={asked.atMs} onSend={resend} />}
    </form>
  );
}

async function resend(): Promise<string> {
  return (await callWithMessage(signUpRoutes.resendChangeEmail)).message;
}
