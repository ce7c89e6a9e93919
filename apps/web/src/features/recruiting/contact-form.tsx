import { COACH_MESSAGE_MAX_CHARS, coachMessage, type RecruitingPage } from "@app/contract/recruiting";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { Field, TextArea, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

/** Shown to a coach for a page that is closed or has a new address. */
export const CLOSED_TITLE = "This recruiting page is not available";

export const CLOSED_TEXT = "The athlete may have turned it off or changed its link. Ask them for the current one.";

const fields = z.object(coachMessage);
const EMPTY = { name: "", email: "", organization: "", message: "", website: "" };

type ContactFormProps = { token: string; athlete: Pick<RecruitingPage, "name"> };

/**
 * Emails a coach's message to the athlete, who replies to the address entered here. Nothing is stored in the browser,
 * because a coach never signs out; leaving with an unsent message asks first.
 */
export function ContactForm({ token, athlete: { name } }: ContactFormProps) {
  const [reply, setReply] = useState<string | null>(null);
  const [isClosed, setClosed] = useState(false);
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: EMPTY });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage("POST /recruit/:token/contact", { params: { token }, body });
      setReply(message);
      form.reset(EMPTY);
    } catch (error) {
      // The page was closed or got a new address meanwhile: the message stays, to be sent from the current one.
      if (error instanceof ApiError && error.status === 404) return setClosed(true);
      showFaults(form.setError, ["name", "email", "organization", "message"], error);
    }
  });

  return (
    <form
      onSubmit={(event) => {
        setReply(null);
        setClosed(false);
        void submit(event);
      }}
      noValidate
      className="flex max-w-xl flex-col gap-5 print:hidden"
    >
      <h2 className="title text-3xl wrap-anywhere">Contact {name}</h2>
      <Field label="Your name" error={errors.name?.message}>
        <TextInput {...form.register("name")} autoComplete="name" />
      </Field>
      <Field label="School or club" error={errors.organization?.message}>
        <TextInput {...form.register("organization")} autoComplete="organization" />
      </Field>
      <Field label="Your email" hint="The athlete will reply to this address." error={errors.email?.message}>
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Message" error={errors.message?.message}>
        <TextArea {...form.register("message")} maxLength={COACH_MESSAGE_MAX_CHARS} submitsOnEnter={false} />
      </Field>
      {/* Honeypot: invisible to people, filled in by bots. */}
      <input {...form.register("website")} type="text" tabIndex={-1} autoComplete="off" aria-hidden hidden />
      <Button type="submit" busy={isSubmitting} className="self-start">
        Send message
      </Button>
      <LeaveGuard isNeeded={isDirty} title="Leave without sending?">
        Your message has not been sent and will be lost.
      </LeaveGuard>
      {isClosed && (
        <Notice tone="error" title={CLOSED_TITLE}>
          {CLOSED_TEXT}
        </Notice>
      )}
      <div role="status">{reply !== null && <Notice tone="good">{reply}</Notice>}</div>
    </form>
  );
}
