import { APPEAL_MAX_CHARS, appealFields } from "@app/contract/reports";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextArea } from "#ui/field.tsx";

const fields = z.object(appealFields);

type AppealFormProps = {
  send: (appeal: { text: string }) => Promise<void>;
  /** Left out where the form is all that the page is for. */
  onCancel?: () => void;
};

/** The one appeal against a decision. */
export function AppealForm({ send, onCancel }: AppealFormProps) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { text: "" } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((appeal) =>
    send(appeal).catch((error: unknown) => showFaults(form.setError, ["text"], error)),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3">
      <Field
        label="Why is the decision wrong?"
        hint="You can appeal once. Somebody else on our team will look at it."
        error={errors.text?.message}
      >
        <TextArea
          {...form.register("text")}
          maxLength={APPEAL_MAX_CHARS}
          submitsOnEnter={false}
          autoFocus={onCancel !== undefined}
        />
      </Field>
      <div className="flex gap-3">
        <Button type="submit" size="sm" busy={isSubmitting}>
          Send appeal
        </Button>
        {onCancel && (
          <Button variant="secondary" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
