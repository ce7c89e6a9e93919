import { useState } from "react";
import { faultOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";

export type Question = {
  title: string;
  /** What happens, and who reads what is entered. */
  description: string;
  label: string;
  type?: "text" | "date";
  initial?: string;
  confirm: string;
  isDanger?: boolean;
  onAnswer: (value: string) => Promise<unknown>;
};

/** @param today the platform's day: the staff member's own may be one ahead, which is refused as in the future */
export function markPaidQuestion(description: string, today: string, onAnswer: Question["onAnswer"]): Question {
  return {
    title: "Mark as paid",
    description: `${description} The date decides the tax year. This cannot be undone. If a payment comes back, mark it as failed.`,
    label: "Paid on",
    type: "date",
    initial: today,
    confirm: "Mark as paid",
    onAnswer,
  };
}

/** Asks for a reason or a day before something is done. A refusal is shown under the field, and nothing typed is lost. */
export function QuestionDialog({ question, onClose }: { question: Question | null; onClose: () => void }) {
  return (
    <Dialog
      isOpen={question !== null}
      onClose={onClose}
      title={question?.title ?? ""}
      description={question?.description}
    >
      {question && <QuestionForm question={question} onClose={onClose} />}
    </Dialog>
  );
}

function QuestionForm({ question, onClose }: { question: Question; onClose: () => void }) {
  const [value, setValue] = useState(question.initial ?? "");
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isMounted = useIsMounted();
  const submit = async () => {
    setIsBusy(true);
    setFault(undefined);
    try {
      await question.onAnswer(value);
      if (isMounted()) onClose();
    } catch (error) {
      const message = faultOf(error);
      if (isMounted()) setFault(message);
      else toast.error(message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={question.label} error={fault}>
        <TextInput
          type={question.type ?? "text"}
          value={value}
          maxLength={200}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
      <Button type="submit" size="lg" variant={question.isDanger ? "danger" : "primary"} busy={isBusy}>
        {question.confirm}
      </Button>
    </form>
  );
}
