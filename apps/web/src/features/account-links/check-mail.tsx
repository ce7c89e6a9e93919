import { SIGN_UP_MESSAGES, VERIFICATION_HOURS } from "@app/contract/sign-up";
import { SIGN_UP_DRAFT_MESSAGES } from "@app/contract/sign-up-drafts";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { type SignUpState, verificationCode } from "@app/contract/verification";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { isNameProven, isOwnRegistration, markOwnRegistration } from "#lib/own-registration.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { startSession, thisDevice } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ContinuePrompt } from "#ui/continue-prompt.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { RequestVerification, ResendVerification } from "./request-links.tsx";
import { SignUpEmail } from "./sign-up-email.tsx";
import { polledSignUpState } from "./sign-up-state.queries.ts";

const fields = z.object({ code: verificationCode });

/** After sign-up: the address is verified by entering the code here, or by opening the link on any device. */
export function CheckMail({ onVerified }: { onVerified: () => void }) {
  return (
    <div className="flex flex-col gap-6">
      <MailCheck aria-hidden size={56} className="stroke-[1.5] text-accent" />
      <h1 className="page-title">Verify your email</h1>
      <VerificationSteps onVerified={onVerified} />
    </div>
  );
}

function VerificationSteps({ onVerified }: { onVerified: () => void }) {
  const query = useQuery(polledSignUpState);
  if (query.isPending) return <Spinner label="Loading your sign-up" size={28} />;
  // If a later poll fails, what is typed stays.
  if (query.isLoadingError) {
    return <LoadError error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  }
  return <BrowserSignUp state={query.data} onVerified={onVerified} />;
}

/** @param state the sign-up of this browser, if any */
function BrowserSignUp({ state, onVerified }: { state: SignUpState | null; onVerified: () => void }) {
  const { isOwn, confirm } = useIsOwn(state);
  const [wasShown, setWasShown] = useState(false);
  if (state && isOwn && !wasShown) setWasShown(true);
  const isGone = !state && wasShown;
  return (
    <>
      <div role="status" className="empty:-mb-6">
        {state?.is_verified && <Verified />}
        {isGone && <Gone />}
      </div>
      {!isGone && <NextStep state={state} isOwn={isOwn} onConfirmed={confirm} onVerified={onVerified} />}
    </>
  );
}

type NextStepProps = {
  state: SignUpState | null;
  isOwn: boolean;
  onConfirmed: () => void;
  onVerified: () => void;
};

function NextStep({ state, isOwn, onConfirmed, onVerified }: NextStepProps) {
  if (!state) return <NoSignUp />;
  if (state.is_verified) return null;
  if (!isOwn) return <ConfirmAddress address={state.email} onConfirmed={onConfirmed} />;
  return <Pending state={state} onVerified={onVerified} />;
}

/** @returns whether the sign-up is known to be that of the person in this tab */
function useIsOwn(state: SignUpState | null): { isOwn: boolean; confirm: () => void } {
  const [isConfirmed, setConfirmed] = useState(isOwnRegistration);
  const confirm = () => {
    markOwnRegistration();
    setConfirmed(true);
  };
  // Whoever mistyped the address may not be able to repeat it, but can sign in.
  return { isOwn: isConfirmed || (state !== null && isNameProven(state)), confirm };
}

/** Asks for the address before showing a sign-up that another tab began: the browser may be shared. */
function ConfirmAddress({ address, onConfirmed }: { address: string; onConfirmed: () => void }) {
  const cache = useQueryClient();
  return (
    <ContinuePrompt
      sentence="Someone started to sign up in this browser."
      onContinue={async (email) => {
        if (email.toLowerCase() !== address.toLowerCase()) throw wrongAddress();
        onConfirmed();
      }}
      onStartOver={async () => {
        await call("POST /earner-registration/leave");
        cache.setQueryData(polledSignUpState.queryKey, null);
      }}
    />
  );
}

function wrongAddress(): ApiError {
  const message = SIGN_UP_DRAFT_MESSAGES.wrongEmail;
  return new ApiError({ kind: "invalid_input", message, errors: { email: [message] }, request_id: "", code: 422 });
}

function Pending({ state, onVerified }: VerifyByCodeProps) {
  return (
    <>
      <p className="text-lg">
        We sent you an email. Enter the code from it here, or open its link. Both work once and expire after{" "}
        {VERIFICATION_HOURS} hours.
      </p>
      <VerifyByCode state={state} onVerified={onVerified} />
    </>
  );
}

function NoSignUp() {
  return (
    <>
      <p className="text-lg">
        Open the link in the email we sent you. It works once and expires after {VERIFICATION_HOURS} hours. You can
        request another one.
      </p>
      <p className="text-muted">
        To enter the code or correct the address, sign in, or use the browser you signed up in.
      </p>
      <RequestVerification />
    </>
  );
}

function Verified() {
  return (
    <Notice
      tone="good"
      title={SIGN_UP_MESSAGES.verified}
      action={<LinkButton href="/signup?as=earner">Continue</LinkButton>}
    >
      Your sign-up continues where you left off.
    </Notice>
  );
}

/** The sign-up was verified elsewhere, or it was deleted: the server does not say which. */
function Gone() {
  return (
    <Notice
      title="This sign-up is no longer open in this browser."
      action={
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/login">Sign In</LinkButton>
          <LinkButton href="/signup" variant="secondary">
            Sign Up
          </LinkButton>
        </div>
      }
    >
      If you signed in or verified your email elsewhere, sign in here. Otherwise, please sign up again.
    </Notice>
  );
}

type VerifyByCodeProps = { state: SignUpState; onVerified: () => void };

/** In the browser that signed up: the code can be entered and a wrong address corrected. */
function VerifyByCode({ state, onVerified }: VerifyByCodeProps) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ code }) => {
    try {
      startSession(await call("POST /email-verification/code", { body: { code, ...thisDevice() } }));
      onVerified();
    } catch (error) {
      showFaults(form.setError, ["code"], error);
    }
  });

  if (state.is_disowned) {
    return (
      <>
        <Notice tone="error" title="This address belongs to someone else">
          Its owner told us that they did not sign up. Please correct it.
        </Notice>
        <SignUpEmail email={state.email} isVerified={false} />
      </>
    );
  }
  return (
    <>
      <SignUpEmail email={state.email} isVerified={false} />
      <form
        ref={passFocusInRow}
        onSubmit={(event) => void submit(event)}
        noValidate
        className="flex max-w-xs flex-col gap-4"
      >
        <Field label="Code from the email" hint="Eight digits" error={errors.code?.message}>
          <TextInput
            {...form.register("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="score text-xl"
          />
        </Field>
        <Button type="submit" size="lg" busy={isSubmitting} className="self-start">
          Verify
        </Button>
      </form>
      <p className="text-muted">No email? Check your spam folder, or send it again.</p>
      <ResendVerification
        key={state.email}
        name={state.email}
        sentAtMs={state.sent_at === null ? null : Date.parse(state.sent_at)}
      />
    </>
  );
}
