import { credentials } from "@app/contract/accounts";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { markProvenName } from "#lib/own-registration.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { SentNotice } from "#ui/notice.tsx";
import { ResendButton } from "#ui/resend-button.tsx";

const fields = z.object({ email_or_username: credentials.email_or_username });

/** Resends the verification link of the account with this address or username. */
export function ResendVerification({ name, sentAtMs = null }: { name: string; sentAtMs?: number | null }) {
  const send = async () => {
    const { message } = await callWithMessage("POST /send-verification", { body: { email_or_username: name } });
    return message;
  };
  return <ResendButton sentAtMs={sentAtMs} onSend={send} />;
}

/** For users who sign in before verifying their address. Their password was accepted, which opens their sign-up here. */
export function UnverifiedHelp({ name, onLeave }: { name: string; onLeave?: () => void }) {
  const leave = () => {
    markProvenName(name);
    onLeave?.();
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <ResendVerification name={name} />
      <Link href="/verify-email" onClick={leave} className="font-semibold text-accent underline">
        Enter the code or correct the address
      </Link>
    </div>
  );
}

/** Emails a sign-in link to the account with this address or username. */
export function SendSignInLink({ name }: { name: string }) {
  const send = async () => {
    const { message } = await callWithMessage("POST /send-sign-in-link", { body: { email_or_username: name } });
    return message;
  };
  return <ResendButton label="Email me a sign-in link" sentAtMs={null} onSend={send} />;
}

/** Requests a new verification link on a page that does not know the user. */
export function RequestVerification() {
  const [sent, setSent] = useState<{ name: string; atMs: number; message: string } | null>(null);
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { email_or_username: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage("POST /send-verification", { body });
      setSent({ name: body.email_or_username, atMs: Date.now(), message });
    } catch (error) {
      showFaults(form.setError, ["email_or_username"], error);
    }
  });

  if (sent) {
    return (
      <div ref={passFocusInRow} className="flex flex-col gap-5">
        <SentNotice>{sent.message}</SentNotice>
        <ResendVerification name={sent.name} sentAtMs={sent.atMs} />
        <Button variant="ghost" className="self-start" onClick={() => setSent(null)}>
          Use another address
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Email or username" error={errors.email_or_username?.message}>
        <TextInput {...form.register("email_or_username")} autoComplete="username" autoCapitalize="none" />
      </Field>
      <Button type="submit" busy={isSubmitting} className="self-start">
        Resend
      </Button>
      <p className="text-sm text-muted">
        Already verified?{" "}
        <Link href="/login" className="font-semibold text-accent underline">
          Sign In
        </Link>
      </p>
    </form>
  );
}
