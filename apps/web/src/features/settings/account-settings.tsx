import { credentials } from "@app/contract/accounts";
import { newEmail, PASSWORDS_DIFFER, replacementPasswords, SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import type { PendingEmail } from "@app/contract/verification";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { useUser } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Field, PasswordInput, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { NewPasswordFields } from "#ui/password-fields.tsx";
import { ResendButton } from "#ui/resend-button.tsx";
import { Section } from "#ui/section.tsx";
import { pendingEmail, useCancelChangeEmail, useChangeEmail } from "./settings.queries.ts";

const emailFields = z.object({ email: newEmail, password: credentials.password });

const FIELDS = ["current_password", "password", "password_confirmation"] as const;

const passwordFields = z
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

/** Changing the password signs out all other sessions. */
function ChangePasswordForm() {
  const form = useForm({
    resolver: zodResolver(passwordFields, VALIDATION_OPTIONS),
    defaultValues: { current_password: "", password: "", password_confirmation: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage("POST /change-password", { body });
      toast.success(message);
      form.reset();
    } catch (error) {
      showFaults(form.setError, FIELDS, error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-md flex-col gap-5">
      <p className="text-muted">Changing it signs out your other devices.</p>
      <Field
        label="Current password"
        hint="If you forgot it, sign out and use “Forgot password?” in the Sign In form."
        error={errors.current_password?.message}
      >
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

/** The new address takes effect once the link sent to it is opened. */
function ChangeEmailForm() {
  const user = useUser();
  const pending = useQuery(pendingEmail);
  const change = useChangeEmail();
  const form = useForm({
    resolver: zodResolver(emailFields, VALIDATION_OPTIONS),
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
      {pending.data === undefined && pending.isError && (
        <LoadError error={pending.error} onRetry={() => void pending.refetch()} isRetrying={pending.isFetching} />
      )}
      <div role="status">
        {pending.data && (
          <Notice tone="warning" title={`Waiting for ${pending.data.email}`}>
            {SIGN_UP_MESSAGES.emailAsked} A new request replaces this one.
          </Notice>
        )}
      </div>
      {pending.data && <PendingActions key={pending.data.email} pending={pending.data} />}
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
      <ResendButton sentAtMs={Date.parse(pending.sent_at)} onSend={resendChangeEmail} />
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

async function resendChangeEmail(): Promise<string> {
  return (await callWithMessage("POST /resend-change-email")).message;
}
