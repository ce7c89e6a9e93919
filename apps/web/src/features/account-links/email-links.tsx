import { credentials } from "@app/contract/accounts";
import { dateOfBirth, EARLIEST_BIRTH_YEAR } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { call, callWithMessage, renew } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { getUser, startSession, thisDevice, useUser } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { DateField, toDate } from "#ui/date-field.tsx";
import { Field, PasswordInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice, SentNotice } from "#ui/notice.tsx";
import { NewPasswordFields } from "#ui/password-fields.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { newPasswordTwice } from "./new-password-form.tsx";
import { RequestVerification } from "./request-links.tsx";
import { isLinkUseless, type LinkState, UselessLink, useLink } from "./use-link.tsx";

const fields = z.object({ password: credentials.password });

type LinkPasswordFormProps = {
  submitLabel: string;
  /** Consumes the link with the password. */
  onPassword: (password: string) => Promise<unknown>;
  onUsed: () => void;
  onUseless: () => void;
};

type VerifyInOtherBrowserProps = { token: string; onUsed: () => void; onUseless: () => void };

type LinkStatusProps = {
  title: string;
  state: LinkState;
  onRetry: () => void;
  /** Shown when the server requires a password. */
  withPassword: ReactNode;
  /** How to get another link. */
  children: ReactNode;
};

type EmailLinkProps = { token: string; onUsed: () => void; onUseless: () => void };

/** Verifies the address, which also signs the user in. */
export function VerifyEmail({ token, onUsed, onUseless }: EmailLinkProps) {
  const { state, retry, showUseless } = useLink({ token, consume: verify, onUsed, onUseless });
  const user = useUser();
  return (
    <LinkStatus
      title="Email verification"
      state={state}
      onRetry={retry}
      withPassword={<VerifyInOtherBrowser token={token} onUsed={onUsed} onUseless={showUseless} />}
    >
      {user && <AlreadySignedIn username={user.username} />}
      <RequestVerification />
    </LinkStatus>
  );
}

/** Nobody signs in before their address is verified, but the link may be one of another account. */
function AlreadySignedIn({ username }: { username: string }) {
  return (
    <>
      <p className="text-muted">You are signed in as @{username}, whose email address is verified.</p>
      <LinkButton href="/explore" className="self-start">
        Go to Explore
      </LinkButton>
      <p className="text-muted">For another account:</p>
    </>
  );
}

/** @param children how to get another link, shown when this one is useless */
export function ConfirmNewEmail({ token, onUsed, onUseless, children }: EmailLinkProps & { children: ReactNode }) {
  const { state, retry, showUseless } = useLink({ token, consume: (link) => confirm(link), onUsed, onUseless });
  return (
    <LinkStatus
      title="Email change"
      state={state}
      onRetry={retry}
      withPassword={
        <>
          <p className="text-lg">You are not signed in to that account in this browser. Please enter its password.</p>
          <LinkPasswordForm
            submitLabel="Use this address"
            onPassword={(password) => confirm(token, password)}
            onUsed={onUsed}
            onUseless={showUseless}
          />
          <p className="text-muted">
            If you did not request this, close the page. Nothing changes without the password.
          </p>
        </>
      }
    >
      {children}
    </LinkStatus>
  );
}

async function verify(token: string): Promise<void> {
  startSession(await call("POST /email-verification", { body: { token, ...thisDevice() } }));
}

async function confirm(token: string, password?: string): Promise<void> {
  await call("POST /change-email-verification", { body: { token, ...(password === undefined ? {} : { password }) } });
  // The session still shows the old address. If this renewal fails, the next page load refreshes it.
  if (getUser()) await renew().catch(() => undefined);
}

/** Shows an emailed link being consumed, and any failure. */
function LinkStatus({ title, state, onRetry, withPassword, children }: LinkStatusProps) {
  if (state.step === "useless") return <UselessLink title={title}>{children}</UselessLink>;
  return (
    <>
      <h1 className="page-title">{title}</h1>
      {state.step === "using" && <Spinner label="Using your link" size={28} />}
      {state.step === "password" && withPassword}
      {state.step === "failed" && <LoadError error={state.error} onRetry={onRetry} />}
    </>
  );
}

/**
 * A verification link opened in a different browser than the one that signed up. Its reader may not be the person who
 * chose the password, so they enter it, replace it, or disown the sign-up.
 */
function VerifyInOtherBrowser({ token, onUsed, onUseless }: VerifyInOtherBrowserProps) {
  const [isClaiming, setIsClaiming] = useState(false);
  const disown = useMutation({
    mutationFn: () => callWithMessage("POST /email-verification/disown", { body: { token } }),
    onError: (error) => isLinkUseless(error) && onUseless(),
  });

  if (disown.isSuccess) return <SentNotice>{disown.data.message}</SentNotice>;
  if (isClaiming)
    return <ClaimForm token={token} onUsed={onUsed} onUseless={onUseless} onBack={() => setIsClaiming(false)} />;
  return (
    <>
      <p className="text-lg">
        You opened this link in a different browser. Please enter the password that was chosen at sign-up.
      </p>
      <LinkPasswordForm
        submitLabel="Verify"
        onPassword={async (password) =>
          startSession(await call("POST /email-verification", { body: { token, password, ...thisDevice() } }))
        }
        onUsed={onUsed}
        onUseless={onUseless}
      />
      <Button ref={passFocusInRow} variant="secondary" className="self-start" onClick={() => setIsClaiming(true)}>
        I don't know the password
      </Button>
      <Notice
        title="Wasn't this you?"
        action={
          <Button variant="secondary" size="sm" busy={disown.isPending} onClick={() => disown.mutate()}>
            I did not sign up
          </Button>
        }
      >
        Someone else entered your address, perhaps by mistake. Tell us, and we will stop using it for that sign-up.
        {disown.isError && <p role="alert">{messageOf(disown.error)}</p>}
      </Notice>
    </>
  );
}

/** The password that a link requires in an unknown browser. */
function LinkPasswordForm({ submitLabel, onPassword, onUsed, onUseless }: LinkPasswordFormProps) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { password: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onPassword(password);
      onUsed();
    } catch (error) {
      if (isLinkUseless(error)) onUseless();
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

const claimFields = newPasswordTwice.safeExtend({ date_of_birth: z.string().transform(toDate).pipe(dateOfBirth) });

type ClaimFormProps = { token: string; onUsed: () => void; onUseless: () => void; onBack: () => void };

/** The owner of the mailbox restarts the sign-up, without knowing the password chosen by the person who began it. */
function ClaimForm({ token, onUsed, onUseless, onBack }: ClaimFormProps) {
  const form = useForm({
    resolver: zodResolver(claimFields, VALIDATION_OPTIONS),
    defaultValues: { password: "", password_confirmation: "", date_of_birth: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });

  const submit = form.handleSubmit(async (values) => {
    try {
      startSession(await call("POST /email-verification/claim", { body: { token, ...values, ...thisDevice() } }));
      onUsed();
    } catch (error) {
      if (isLinkUseless(error)) onUseless();
      else showFaults(form.setError, ["password", "password_confirmation", "date_of_birth"], error);
    }
  });

  return (
    <form ref={passFocusInRow} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <p>The sign-up starts over: the username and email address stay, and everything else is deleted.</p>
      <NewPasswordFields
        password={form.register("password")}
        confirmation={form.register("password_confirmation")}
        typed={password}
        errors={{ password: errors.password?.message, confirmation: errors.password_confirmation?.message }}
      />
      <Controller
        control={form.control}
        name="date_of_birth"
        render={({ field, fieldState }) => (
          <DateField
            legend="Date of birth"
            {...field}
            firstYear={EARLIEST_BIRTH_YEAR}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={isSubmitting}>
          Start over and verify
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
