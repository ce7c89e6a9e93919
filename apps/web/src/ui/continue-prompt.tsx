import { newEmail } from "@app/contract/sign-up";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { passFocusOn } from "#lib/pass-focus.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "./button.tsx";
import { Field, TextInput } from "./field.tsx";

const fields = z.object({ email: newEmail });

type ContinuePromptProps = {
  /** What was started here, and when. */
  sentence: string;
  /** @throws ApiError, for a wrong address with an error for `email` */
  onContinue: (email: string) => Promise<void>;
  onStartOver: () => Promise<void>;
};

/** Asks for the email address before restoring what was typed on an earlier visit, because browsers are shared. */
export function ContinuePrompt({ sentence, onContinue, onStartOver }: ContinuePromptProps) {
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => showFaults(form.setError, ["email"], error));
  const submit = form.handleSubmit(({ email }) => attempt(() => onContinue(email)));
  return (
    <form ref={passFocusOn} onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <h2 className="title text-2xl">Continue where you left off?</h2>
      <p className="text-muted">{sentence} If it was you, enter the email address you typed.</p>
      <Field label="Email" error={errors.email?.message}>
        <TextInput {...form.register("email")} type="email" autoComplete="email" />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Continue
      </Button>
      <Button variant="ghost" onClick={() => void attempt(onStartOver)}>
        Start over
      </Button>
    </form>
  );
}
