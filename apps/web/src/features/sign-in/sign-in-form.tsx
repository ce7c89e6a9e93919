import { twoFactorCode } from "@app/contract/account-security";
import { credentials } from "@app/contract/accounts";
import { newEmail } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { signIn } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { CodeInput, Field, PasswordInput, TextInput } from "#ui/field.tsx";
import { Notice, SentNotice } from "#ui/notice.tsx";
import { ResendButton } from "#ui/resend-button.tsx";

const fields = z.object({ ...credentials, code: twoFactorCode.optional() });
type SignInValues = z.infer<typeof fields>;

/** Resending the verification email helps. */
const UNVERIFIED = "email_not_verified";
/** The password was right, and the account requires a code. */
const CODE_REQUIRED = "two_factor_required";
/** Sign-in works, but staff do not let this person in for now. */
const SUSPENDED = "suspended";
/** Too many failed attempts: only an emailed link, or the password with a code, signs in. */
const LINK_REQUIRED = "sign_in_link_required";

const WITH_HELP: ReadonlySet<string> = new Set([UNVERIFIED, LINK_REQUIRED, SUSPENDED]);

type SignInFormProps = {
  /** Typed before, here or to reset the password. */
  name: string;
  onSignedIn: () => void;
  onForgot: (name: string) => void;
  onJoin: () => void;
  /** Offered to users whose address is not verified yet. */
  resend: (name: string) => ReactNode;
  /** Offered if the password alone is not enough. */
  sendLink: (name: string) => ReactNode;
  /** With the token that opens the page where a suspended person can appeal. */
  onAppeal: (token: string) => void;
};

export function SignInForm({ name, onSignedIn, onForgot, onJoin, resend, sendLink, onAppeal }: SignInFormProps) {
  const [appealToken, setAppealToken] = useState<string | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { email_or_username: name, password: "" },
    // Hidden fields are not sent.
    shouldUnregister: true,
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await signIn(values);
    } catch (error) {
      showFault(error);
      return;
    }
    onSignedIn();
  });

  /** A field's fault is shown under it; any other, such as too many attempts, above the button. */
  const showFault = (error: unknown) => {
    if (error instanceof ApiError && error.kind === CODE_REQUIRED) return requestCode();
    const faults = error instanceof ApiError && error.status === 422 ? Object.entries(error.errors) : [];
    const shown = faults.filter((fault): fault is [keyof SignInValues, string[]] => fault[0] in fields.shape);
    for (const [name, [message]] of shown) form.setError(name, { message: message ?? "" }, { shouldFocus: true });
    if (shown.length > 0) return;
    const kind = error instanceof ApiError ? error.kind : "";
    setAppealToken(error instanceof ApiError ? error.appealToken : null);
    form.setError("root", {
      type: WITH_HELP.has(kind) ? kind : "refused",
      message: messageOf(error),
    });
    toast.error(messageOf(error));
  };

  const requestCode = () => {
    setNeedsCode(true);
    // The code field has just appeared.
    requestAnimationFrame(() => form.setFocus("code"));
  };

  const readName = () => form.getValues("email_or_username").trim();

  const offer = () => {
    if (errors.root?.type === UNVERIFIED) return resend(readName());
    if (errors.root?.type === SUSPENDED && appealToken !== null) {
      return (
        <Button variant="secondary" size="sm" onClick={() => onAppeal(appealToken)}>
          Appeal this decision
        </Button>
      );
    }
    if (errors.root?.type !== LINK_REQUIRED) return null;
    return (
      <div className="flex flex-col items-start gap-3">
        {sendLink(readName())}
        {!needsCode && (
          <button
            type="button"
            onClick={requestCode}
            className="rounded-control text-sm font-semibold text-accent underline touch:min-h-11"
          >
            Use my authenticator app instead
          </button>
        )}
      </div>
    );
  };

  return (
    <form ref={passFocusInRow} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Email or username" error={errors.email_or_username?.message}>
        <TextInput
          {...form.register("email_or_username", {
            // Another account may have no codes.
            onChange: () => setNeedsCode(false),
          })}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      <div className="flex flex-col gap-1.5">
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...form.register("password")} autoComplete="current-password" />
        </Field>
        <button
          type="button"
          onClick={() => onForgot(readName())}
          className="self-end rounded-control text-sm font-semibold text-accent underline touch:min-h-11"
        >
          Forgot password?
        </button>
      </div>
      {needsCode && (
        <Field
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          error={errors.code?.message}
        >
          <CodeInput {...form.register("code")} />
        </Field>
      )}
      {errors.root?.message && (
        <Notice tone="warning" action={offer()}>
          {errors.root.message}
        </Notice>
      )}
      <Button type="submit" size="lg" busy={isSubmitting}>
        Sign In
      </Button>
      <p className="text-center text-sm text-muted">
        New here?{" "}
        <button type="button" onClick={onJoin} className="font-semibold text-accent underline touch:min-h-11">
          Sign Up Now
        </button>
      </p>
    </form>
  );
}

const resetFields = z.object({ email: newEmail });

type ResetFormProps = {
  /** Typed to sign in; perhaps a username. */
  name?: string;
  /** With what was typed here, or to sign in. */
  onBack: (name: string) => void;
};

/** Requests a password reset link. The reply does not reveal whether there is an account. */
export function ResetForm({ name = "", onBack }: ResetFormProps) {
  const [sent, setSent] = useState<{ email: string; message: string; atMs: number } | null>(null);
  const form = useForm({
    resolver: zodResolver(resetFields, VALIDATION_OPTIONS),
    defaultValues: { email: name.includes("@") ? name : "" },
  });
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
      <div ref={passFocusInRow} className="flex flex-col gap-5">
        <SentNotice>{sent.message}</SentNotice>
        <ResendButton sentAtMs={sent.atMs} onSend={() => requestResetLink(sent.email)} />
        <Button variant="ghost" onClick={() => onBack(sent.email)}>
          Back to login
        </Button>
      </div>
    );
  }
  return (
    <form ref={passFocusInRow} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Reset Password
      </Button>
      <Button variant="ghost" onClick={() => onBack(form.getValues("email").trim() || name)}>
        Back to login
      </Button>
    </form>
  );
}

async function requestResetLink(email: string): Promise<string> {
  const { message } = await callWithMessage("POST /forgot-password", { body: { email_or_username: email } });
  return message;
}
