import { APPEAL_MAX_CHARS, appealFields } from "@app/contract/reports";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { readFormDraft, saveFormDraft } from "#lib/form-drafts.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { LeaveGuard } from "#ui/dialog.tsx";
import { Field, TextArea } from "#ui/field.tsx";

const fields = z.object(appealFields);
const draft = z.object({ text: z.string() });

type AppealFormProps = {
  /**
   * The decision whose unsent appeal is kept on this device. Null where nobody is signed in: then leaving asks first,
   * because nobody would sign out.
   */
  decisionId: string | null;
  send: (appeal: { text: string }) => Promise<void>;
  /** Its draft is deleted before. Left out where the form is all that the page is for. */
  onCancel?: () => void;
};

/** The one appeal against a decision. */
export function AppealForm({ decisionId, send, onCancel }: AppealFormProps) {
  const name = decisionId === null ? null : `appeal.${decisionId}`;
  const [stored] = useState(() => (name === null ? null : readFormDraft(name, draft)));
  const form = useForm({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: stored ?? { text: "" },
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  const { subscribe } = form;
  useEffect(() => {
    if (name === null) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => saveFormDraft(name, values.text === "" ? null : values),
    });
  }, [subscribe, name]);
  const submit = form.handleSubmit(async (appeal) => {
    try {
      await send(appeal);
      if (name !== null) saveFormDraft(name, null);
    } catch (error) {
      showFaults(form.setError, ["text"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3">
      <LeaveGuard isNeeded={name === null && isDirty && !isSubmitting} title="Leave without sending?">
        Your appeal has not been sent and will be lost.
      </LeaveGuard>
      <Field
        label="Why is the decision wrong?"
        hint="You can appeal once. Someone else on our team will look at it."
        error={errors.text?.message}
      >
        <TextArea {...form.register("text")} maxLength={APPEAL_MAX_CHARS} submitsOnEnter={false} />
      </Field>
      <div className="flex gap-3">
        <Button type="submit" size="sm" busy={isSubmitting}>
          Send appeal
        </Button>
        {onCancel && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => {
              if (name !== null) saveFormDraft(name, null);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
