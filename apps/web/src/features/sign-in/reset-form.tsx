import { newEmail } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { SentNotice } from "#ui/notice.tsx";
import { ResendButton } from "#ui/resend-button.tsx";

const fields = z.object({ email: newEmail });

/** Requests a password reset link. The reply does not reveal whether there is an account. */
export function ResetForm({ onBack }: { onBack: () => void }) {
  const [sent, setSent] = useState<{ email: string; message: string; atMs: number } | null>(null);
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      setSent({ email, message: await requestResetLink(email), atMs: Date.now() });
    } catch (error) {
      showFaults(form.setError, ["email"], error);
    }
  });

  if (sent) {
    return (
      <div className="flex flex-col gap-5">
        <SentNotice>{sent.message}</SentNotice>
        <ResendButton sentAtMs={sent.atMs} onSend={() => requestResetLink(sent.email)} />
        <Button variant="ghost" onClick={onBack}>
          Back to login
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Reset Password
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Back to login
      </Button>
    </form>
  );
}

async function requestResetLink(email: string): Promise<string> {
  const { message } = await callWithMessage("POST /forgot-password", { body: { email_or_username: email } });
  return message;
}
