import type { UserType } from "@app/contract/accounts";
import { EARNER_TYPE } from "@app/contract/brand";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { SignUpDraft } from "@app/contract/sign-up-drafts";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import type { z } from "zod";
import { call, callWithMessage } from "#lib/api.ts";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { dayInWords } from "#lib/dates.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { type SavedState, useAutosave } from "#lib/use-autosave.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { ContinuePrompt } from "#ui/continue-prompt.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import {
  clearDraftPassword,
  deleteFormDraft,
  EMPTY_FORM,
  fromSignUpDraft,
  readFormDraft,
  referrerOf,
  SIGN_UP_FIELDS,
  SignUpFields,
  SignUpSkeleton,
  type SignUpValues,
  saveFormDraft,
  signUpDraftOffer,
  signUpSchema,
  toSignUpDraft,
} from "./sign-up-fields.tsx";

type ContinueDraftProps = {
  savedAt: string;
  onContinue: (draft: SignUpDraft) => void;
  /** The draft is deleted. */
  onStartOver: () => void;
};

const SAVED_LABELS: Record<SavedState, string> = {
  unchanged: "Once you enter your email and date of birth, the form is saved for 7 days, without the password.",
  unsaved: "Saving…",
  saved: "Saved for 7 days, without the password.",
  failed: "Not saved: the server could not be reached. Please do not close this page.",
};

const AVATAR_PX = 48;

type SignUpFormProps = {
  /** A hidden field of the form. */
  userType: UserType;
  referralCode: string | null;
  onRegistered: () => void;
  onSignIn: () => void;
};

/**
 * The same form for both roles; a Content Creator chooses a plan afterwards. The draft is kept until the account is
 * created; a later visit offers it to a user who enters the email address in it.
 */
export function SignUpForm(props: SignUpFormProps) {
  const [isTyped] = useState(() => readFormDraft() !== null);
  const offer = useQuery({ ...signUpDraftOffer, enabled: !isTyped });
  const [continued, setContinued] = useState<SignUpDraft | null>(null);
  const [formKey, setFormKey] = useState(0);
  const cache = useQueryClient();
  if (offer.isLoading) return <SignUpSkeleton />;
  const clear = () => {
    deleteFormDraft();
    cache.setQueryData(signUpDraftOffer.queryKey, null);
    setContinued(null);
    setFormKey(formKey + 1);
  };
  if (offer.data && continued === null && readFormDraft() === null)
    return <ContinueDraft savedAt={offer.data.saved_at} onContinue={setContinued} onStartOver={clear} />;
  return (
    <DraftedForm
      key={formKey}
      {...props}
      first={readFormDraft() ?? (continued ? fromSignUpDraft(continued) : {})}
      // It took the place of a question, or of a cleared form.
      autoFocus={continued !== null || formKey > 0}
      onCleared={clear}
    />
  );
}

type DraftedFormProps = SignUpFormProps & { first: Partial<SignUpValues>; autoFocus: boolean; onCleared: () => void };

function DraftedForm({ userType, referralCode, onRegistered, onSignIn, first, ...rest }: DraftedFormProps) {
  const { autoFocus, onCleared } = rest;
  const form = useForm<SignUpValues, unknown, z.output<typeof signUpSchema>>({
    resolver: zodResolver(signUpSchema, VALIDATION_OPTIONS),
    defaultValues: { ...EMPTY_FORM, ...first, user_type: userType, referral_code: referralCode },
  });
  const { register, subscribe } = form;
  const [isSaved, setSaved] = useState(false);
  const draft = useAutosave({
    subscribe,
    toDraft: toSignUpDraft,
    async save(body) {
      const { is_saved } = await call("PUT /sign-up-draft", { body });
      setSaved(is_saved);
    },
  });

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveFormDraft(values) }),
    [subscribe],
  );

  const submit = form.handleSubmit(async (values) => {
    // An autosave that arrives after registration would leave a draft behind.
    await draft.pause();
    try {
      await call(userType === EARNER_TYPE ? "POST /register-earner" : "POST /register", { body: values });
      clearDraftPassword();
      onRegistered();
    } catch (error) {
      draft.resume();
      if (isTooYoung(error)) deleteFormDraft();
      showFaults(form.setError, SIGN_UP_FIELDS, error);
    }
  });

  const clear = async () => {
    await draft.pause();
    try {
      await call("DELETE /sign-up-draft");
      onCleared();
    } catch (error) {
      draft.resume();
      toast.error(messageOf(error));
    }
  };

  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
        <ReferrerBanner code={referralCode} />
        <input type="hidden" {...register("user_type")} />
        <SignUpFields referralCode={referralCode} autoFocus={autoFocus} />
        <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
          Sign Up
        </Button>
        <DraftState
          state={draft.state === "saved" && !isSaved ? "unchanged" : draft.state}
          refusal={draft.refusal}
          onClear={clear}
        />
        <Disclaimer />
        <SignInInstead onSignIn={onSignIn} />
      </form>
    </FormProvider>
  );
}

/** For a child, nothing is kept, not even on this page. */
function isTooYoung(error: unknown): boolean {
  return error instanceof ApiError && error.errors.date_of_birth?.[0] === SIGN_UP_MESSAGES.tooYoung;
}

/** Both links open in a new tab, so that the form keeps its values. */
function Disclaimer() {
  const look = { target: "_blank", className: "text-text underline" };
  return (
    <p className="text-sm text-muted">
      By signing up you agree to the{" "}
      <Link href="/terms" {...look}>
        Terms of service<span className="sr-only"> (opens in a new tab)</span>
      </Link>{" "}
      and the{" "}
      <Link href="/privacy" {...look}>
        Privacy Policy<span className="sr-only"> (opens in a new tab)</span>
      </Link>
      .
    </p>
  );
}

/** The referrer. An invalid code shows nothing and does not stop the sign-up. */
function ReferrerBanner({ code }: { code: string | null }) {
  const { data: referrer, isPending } = useQuery(referrerOf(code));
  // Space is reserved only for a referral link; most visitors come without one.
  if (isPending && code !== null) return <Skeleton className="h-24" />;
  if (!referrer) return null;
  return (
    <div className="flex min-h-24 items-center gap-4 rounded-control border-l-4 border-accent bg-raised p-4">
      <Avatar picture={referrer.profile_url} name={referrer.channel_name} size={AVATAR_PX} />
      <p className="min-w-0 text-sm text-muted">
        You were referred by{" "}
        <strong className="block truncate text-base font-semibold text-text">{referrer.channel_name}</strong>
        <span className="block truncate">@{referrer.username}</span>
      </p>
    </div>
  );
}

type DraftStateProps = { state: SavedState; refusal: string | null; onClear: () => Promise<void> };

/** Whether the draft is saved, with a button that clears it, for shared computers. */
function DraftState({ state, refusal, onClear }: DraftStateProps) {
  const [isAsking, setAsking] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const clear = async () => {
    setClearing(true);
    await onClear();
    setClearing(false);
    setAsking(false);
  };
  return (
    <>
      <p className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-sm text-muted touch:min-h-11">
        {refusal === null ? SAVED_LABELS[state] : `Not saved: ${refusal}`}
        <button type="button" onClick={() => setAsking(true)} className="min-h-8 text-text underline touch:min-h-11">
          Clear the form
        </button>
      </p>
      <AlertDialog
        isOpen={isAsking}
        title="Clear the form?"
        description="Everything you typed here will be deleted."
        confirmLabel="Clear the form"
        isDanger
        busy={isClearing}
        onConfirm={() => void clear()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Offers the draft of an earlier visit before showing the form. */
function ContinueDraft({ savedAt, onContinue, onStartOver }: ContinueDraftProps) {
  const read = async (email: string) => {
    try {
      const { data, message } = await callWithMessage("POST /sign-up-draft/continue", { body: { email } });
      toast.success(message);
      onContinue(data);
    } catch (error) {
      // After too many wrong addresses the draft is gone.
      if (error instanceof ApiError && error.kind === "gone") onStartOver();
      throw error;
    }
  };
  return (
    <ContinuePrompt
      sentence={`Someone started to sign up in this browser on ${dayInWords(savedAt)}.`}
      onContinue={read}
      onStartOver={async () => {
        await call("DELETE /sign-up-draft");
        onStartOver();
      }}
    />
  );
}

export function SignInInstead({ onSignIn }: { onSignIn: () => void }) {
  return (
    <p className="text-center text-sm text-muted">
      Already have an account?{" "}
      <button type="button" onClick={onSignIn} className="font-semibold text-accent underline touch:min-h-11">
        Sign In
      </button>
    </p>
  );
}
