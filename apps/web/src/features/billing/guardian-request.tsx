import { personName } from "@app/contract/guardian";
import { newEmail } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { guardianState } from "./billing.queries.ts";

type GuardianStepProps = {
  /** Completes "A parent or guardian has to consent before …". */
  before: string;
  continueLabel: string;
  onConsented: () => void;
};

const fields = z.object({
  guardian_name: personName("Guardian name"),
  guardian_email: newEmail,
});

type Values = z.output<typeof fields>;

type GuardianFormProps = {
  isResend: boolean;
  /** As entered before. */
  name: string | null;
  email: string | null;
  /** @returns the server's message */
  onRequest: (values: Values) => Promise<string>;
};

type GuardianRequestProps = {
  /** Shown while waiting for the answer. */
  waiting: string;
  /** Shown once the guardian has consented. */
  accepted?: ReactNode;
};

const ASK_AGAIN = "To get their consent, please ask again.";

/** The state of a minor's guardian consent, and the form to request it. */
export function GuardianRequest({ waiting, accepted }: GuardianRequestProps) {
  const guardian = useQuery(guardianState);
  const cache = useQueryClient();
  if (guardian.isPending) return <Skeleton className="h-40 w-full" />;
  if (!guardian.data)
    return (
      <LoadError error={guardian.error} isRetrying={guardian.isFetching} onRetry={() => void guardian.refetch()} />
    );
  const { state, guardian_name: name, guardian_email: email, is_late } = guardian.data;
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="empty:-mb-5">
        {state === "asked" && <Notice title={`Waiting for ${email ?? "your guardian"}`}>{waiting}</Notice>}
        {state === "declined" && (
          <Notice tone="warning" title="Your guardian has not consented.">
            {is_late ? ASK_AGAIN : "They can change their answer with the link in the email, or you can ask again."}
          </Notice>
        )}
        {state === "withdrawn" && (
          <Notice tone="warning" title="Your guardian has withdrawn their consent.">
            {is_late ? ASK_AGAIN : "They can consent again with the link in the email, or you can ask again."}
          </Notice>
        )}
        {state === "accepted" && accepted}
      </div>
      {state !== "accepted" && (
        <>
          <p className="text-sm text-muted">
            Your parent or guardian gets an email with a link. There they enter their relationship to you and confirm
            with a credit or debit card that they are an adult. The card is not charged.
          </p>
          <GuardianForm
            isResend={state !== "none"}
            name={name}
            email={email}
            onRequest={async (body) => {
              const { message } = await callWithMessage("POST /guardian/ask", { body });
              await cache.invalidateQueries(guardianState);
              return message;
            }}
          />
        </>
      )}
    </div>
  );
}

/** The guardian's name and address. */
function GuardianForm({ isResend, name, email, onRequest }: GuardianFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { guardian_name: name ?? "", guardian_email: email ?? "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      toast.success(await onRequest(values));
    } catch (error) {
      showFaults(form.setError, ["guardian_name", "guardian_email"], error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Guardian name" error={errors.guardian_name?.message}>
        <TextInput {...form.register("guardian_name")} autoComplete="off" />
      </Field>
      <Field label="Guardian email" error={errors.guardian_email?.message}>
        <TextInput {...form.register("guardian_email")} type="email" autoComplete="off" />
      </Field>
      <Button type="submit" size="lg" variant={isResend ? "secondary" : "primary"} busy={isSubmitting}>
        {isResend ? "Send the email again" : "Ask for consent"}
      </Button>
    </form>
  );
}

/** Athletes aged 13 to 17 need a guardian's consent before saving a card or paying for a plan. */
export function GuardianStep({ before, continueLabel, onConsented }: GuardianStepProps) {
  return (
    <section aria-label="Guardian's consent" className="flex w-full flex-col gap-5">
      <ShieldCheck aria-hidden size={48} className="stroke-[1.5] text-accent" />
      <p className="text-lg">You are under 18. A parent or guardian has to consent before {before}.</p>
      <GuardianRequest
        waiting="This page continues once they have consented. You can also close it and come back later; your details are saved."
        accepted={
          <Notice
            tone="good"
            title="Your guardian has consented."
            action={
              <Button size="sm" onClick={onConsented}>
                {continueLabel}
              </Button>
            }
          >
            You can continue.
          </Notice>
        }
      />
    </section>
  );
}
