import { COACH_MESSAGE_MAX_CHARS, coachMessage, type RecruitingPage, recruitingRoutes } from "@app/contract/recruiting";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { keepDraft, readDraft } from "#lib/typed-draft.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextArea, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";

const fields = z.object(coachMessage);
const EMPTY = { name: "", email: "", organization: "", message: "", website: "" };
const typed = z.object({ name: z.string(), email: z.string(), organization: z.string(), message: z.string() });

type ContactFormProps = { token: string; athlete: Pick<RecruitingPage, "name" | "username"> };

/** A coach writes; the athlete gets it by mail and answers to the address that stands here. What is typed outlives a reload. */
export function ContactForm({ token, athlete: { name, username } }: ContactFormProps) {
  const draft = `coach.${username}`;
  const [said, setSaid] = useState<string | null>(null);
  const [kept] = useState(() => readDraft(draft, typed));
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { ...EMPTY, ...kept } });
  const { errors, isSubmitting } = form.formState;

  useEffect(() => {
    const watched = form.watch(({ website: _, ...values }) => keepDraft(draft, values));
    return () => watched.unsubscribe();
  }, [form, draft]);

  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await callWithMessage(recruitingRoutes.contact, { params: { token }, body });
      setSaid(message);
      form.reset(EMPTY);
      keepDraft(draft, null);
    } catch (error) {
      showFaults(form.setError, ["name", "email", "organization", "message"], error);
    }
  });

  return (
    <form
      onSubmit={(event) => {
        setSaid(null);
        void submit(event);
      }}
      noValidate
      className="flex max-w-xl flex-col gap-5 print:hidden"
    >
      <h2 className="title text-3xl">Contact {name}</h2>
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
      <div role="status">{said !== null && <Notice tone="good">{said}</Notice>}</div>
    </form>
  );
}
