import { newEmail } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { SentNotice } from "#ui/notice.tsx";
import { signUpState } from "./sign-up-state.queries.ts";

type SignUpEmailProps = {
  email: string;
  isVerified: boolean;
  /** For refreshing other places that show the address. */
  onCorrected?: () => void;
};

/** The sign-up's address, which can be corrected until it is verified. */
export function SignUpEmail({ email, isVerified, onCorrected }: SignUpEmailProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);

  // The form and the line pass the focus to each other, so both are in one element.
  return (
    <div className="flex flex-col gap-3">
      {isOpen ? (
        <CorrectEmailForm
          email={email}
          onCancel={() => setIsOpen(false)}
          onCorrected={(message) => {
            setIsOpen(false);
            setAnswer(message);
            onCorrected?.();
          }}
        />
      ) : (
        <>
          <EmailLine email={email} note={isVerified ? "Verified" : "Not verified yet"}>
            {!isVerified && (
              <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
                Change
              </Button>
            )}
          </EmailLine>
          {answer && <SentNotice>{answer}</SentNotice>}
        </>
      )}
    </div>
  );
}

/** An address with a note and its actions. */
export function EmailLine({ email, note, children }: { email: string; note: string; children: ReactNode }) {
  return (
    <div ref={passFocusInRow} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p className="min-w-0">
        <span className="block text-sm text-muted">Email</span>
        <strong className="break-words">{email}</strong> <span className="text-sm text-muted">({note})</span>
      </p>
      {children}
    </div>
  );
}

const fields = z.object({ email: newEmail });

type CorrectEmailFormProps = { email: string; onCancel: () => void; onCorrected: (message: string) => void };

function CorrectEmailForm({ email, onCancel, onCorrected }: CorrectEmailFormProps) {
  const correct = useCorrectEmail();
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { email } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (typed) => {
    try {
      onCorrected((await correct.mutateAsync(typed.email)).message);
    } catch (error) {
      showFaults(form.setError, ["email"], error);
    }
  });

  return (
    <form ref={passFocusInRow} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <Field
        label="Correct email"
        hint="We will send a new link and code there. The previous ones stop working."
        error={errors.email?.message}
      >
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          Change email
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Corrects an unverified address; the email is sent to the new one at once. */
function useCorrectEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => callWithMessage("POST /sign-up/email", { body: { email } }),
    onSuccess: ({ data }) => cache.setQueryData(signUpState.queryKey, data),
  });
}
