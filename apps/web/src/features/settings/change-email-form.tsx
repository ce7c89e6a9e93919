import { credentials } from "@app/contract/accounts";
import { newEmail, SIGN_UP_MESSAGES, signUpRoutes } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import type { PendingEmail } from "@app/contract/verification";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { useUser } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Field, PasswordInput, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ResendButton } from "#ui/resend-button.tsx";
import { pendingEmail, useCancelChangeEmail, useChangeEmail } from "./change-email.queries.ts";

const fields = z.object({ email: newEmail, password: credentials.password });

/** The new address counts once the link that was sent to it is opened; until then the old one stays. */
export function ChangeEmailForm() {
  const user = useUser();
  const pending = useQuery(pendingEmail);
  const change = useChangeEmail();
  const form = useForm({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      await change.mutateAsync(body);
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
      <div role="status">
        {pending.data && (
          <Notice tone="warning" title={`Waiting for ${pending.data.email}`}>
            {SIGN_UP_MESSAGES.emailAsked} A new request replaces this one.
          </Notice>
        )}
      </div>
      {pending.data && <PendingActions key={pending.data.sent_at} pending={pending.data} />}
      <Field label="New email" error={errors.email?.message}>
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="current-password" />
      </Field>
      <Button type="submit" busy={isSubmitting} className="self-start">
        Change email
      </Button>
    </form>
  );
}

function PendingActions({ pending }: { pending: PendingEmail }) {
  const cancel = useCancelChangeEmail();
  return (
    <div className="flex flex-wrap items-start gap-3">
      <ResendButton sentAtMs={Date.parse(pending.sent_at)} onSend={resend} />
      <Button
        variant="ghost"
        busy={cancel.isPending}
        onClick={() =>
          cancel.mutate(undefined, {
            onSuccess: ({ message }) => toast.success(message),
            onError: (error) => toast.error(messageOf(error)),
          })
        }
      >
        Cancel the change
      </Button>
    </div>
  );
}

async function resend(): Promise<string> {
  return (await callWithMessage(signUpRoutes.resendChangeEmail)).message;
}
