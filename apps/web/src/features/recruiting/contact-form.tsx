import { COACH_MESSAGE_MAX_CHARS, coachMessage, type RecruitingPage, recruitingRoutes } from "@app/contract/recruiting";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextArea, TextInput } from "#ui/field.tsx";
import { LeaveGuard } from "#ui/leave-guard.tsx";
import { Notice } from "#ui/notice.tsx";

/** What a coach is told of a page that does not open, or no more. */
export const CLOSED_TITLE = "This recruiting page is not open";

export const CLOSED_WORDS =
  "The athlete may have switched it off, or given it a new address. Ask them for the one that counts.";

const fields = z.object(coachMessage);
const EMPTY = { name: "", email: "", organization: "", message: "", website: "" };

type ContactFormProps = { token: string; athlete: Pick<RecruitingPage, "name"> };

/**
 * A coach writes; the athlete gets it by mail and answers to the address that stands here. The browser keeps none of it:
 * a coach never signs out. Whoever leaves with words unsent is asked.
 */
export function ContactForm({ token, athlete: { name } }: ContactFormProps) {
  const [said, setSaid] = useState<string | null>(null);
  const [isClosed, setClosed] = useState(false);
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: EMPTY });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage(recruitingRoutes.contact, { params: { token }, body });
      setSaid(message);
      form.reset(EMPTY);
    } catch (error) {
      // Closed, or renewed, since it was opened: what was typed stays, to be sent by the address that counts.
      if (error instanceof ApiError && error.status === 404) return setClosed(true);
      showFaults(form.setError, ["name", "email", "organization", "message"], error);
    }
  });

  return (
    <form
      onSubmit={(event) => {
        setSaid(null);
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
      <Field label="Your email" hint="The answer goes here." error={errors.email?.message}>
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <Field label="Message" error={errors.message?.message}>
        <TextArea {...form.register("message")} maxLength={COACH_MESSAGE_MAX_CHARS} submitsOnEnter={false} />
      </Field>
      {/* People neither see nor reach it; a program that fills in everything gives itself away. */}
      <input {...form.register("website")} type="text" tabIndex={-1} autoComplete="off" aria-hidden hidden />
      <Button type="submit" busy={isSubmitting} className="self-start">
        Send message
      </Button>
      <LeaveGuard isNeeded={isDirty} title="Leave without sending?">
        Your message has not been sent, and will be lost.
      </LeaveGuard>
      {isClosed && (
        <Notice tone="error" title={CLOSED_TITLE}>
          {CLOSED_WORDS}
        </Notice>
      )}
      <div role="status">{said !== null && <Notice tone="good">{said}</Notice>}</div>
    </form>
  );
}
