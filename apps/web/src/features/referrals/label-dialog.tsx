import { LINK_LABEL_MAX_CHARS, REFERRAL_LINK_MESSAGES } from "@app/contract/referrals";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field, TextInput } from "#ui/field.tsx";

type LabelDialogProps = {
  title: string;
  submitLabel: string;
  label?: string;
  /** @throws ApiError */
  onSubmit: (label: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the label of a link. */
export function LabelDialog({ title, submitLabel, label = "", onSubmit, onClose }: LabelDialogProps) {
  const [typed, setTyped] = useState(label);
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return setFault(REFERRAL_LINK_MESSAGES.empty);
    setBusy(true);
    try {
      await onSubmit(typed);
      onClose();
    } catch (error) {
      setFault((error instanceof ApiError && error.errors.label?.[0]) || messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Field label="Label" hint="Only you see it. Name the place where you share the link." error={fault}>
          <TextInput
            value={typed}
            maxLength={LINK_LABEL_MAX_CHARS}
            placeholder="Instagram bio"
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(target.value);
              setFault(undefined);
            }}
          />
        </Field>
        <Button type="submit" size="lg" busy={isBusy}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  );
}
