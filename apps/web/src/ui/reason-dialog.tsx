import { REASON_MAX_CHARS, staffReason } from "@app/contract/audit";
import { type ReactNode, useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { dayInWords } from "#lib/dates.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field, FieldError, TextArea } from "./field.tsx";
import { Choice } from "./select.tsx";

type ReasonDialogProps = {
  title: string;
  /** What happens, and whether it can be taken back. */
  description: ReactNode;
  confirmLabel: string;
  /** Who reads the reason. */
  hint: string;
  isDanger?: boolean;
  initialReason?: string;
  busy: boolean;
  /** Of the last attempt. */
  error: Error | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** Where the focus goes when it has closed; null: where it was. */
  returnFocus?: () => HTMLElement | null;
  /** More fields, above the reason. */
  children?: ReactNode;
};

/** Asks staff for a reason before something is taken from somebody. What was typed survives a refusal. */
export function ReasonDialog({
  title,
  description,
  confirmLabel,
  hint,
  isDanger = false,
  initialReason = "",
  busy,
  error,
  onConfirm,
  onClose,
  children,
  ...focus
}: ReasonDialogProps) {
  const [reason, setReason] = useState(initialReason);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const refused = error instanceof ApiError ? error.errors.reason?.join(" ") : undefined;
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description} {...focus}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const parsed = staffReason.safeParse(reason);
          setFault(parsed.error?.issues[0]?.message);
          if (parsed.success && !busy) onConfirm(parsed.data);
        }}
      >
        {children}
        <Field label="Reason" hint={hint} error={fault ?? refused}>
          <TextArea
            rows={3}
            maxLength={REASON_MAX_CHARS}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setFault(undefined);
            }}
          />
        </Field>
        {error !== null && refused === undefined && <FieldError>{messageOf(error)}</FieldError>}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={isDanger ? "danger" : "primary"} busy={busy}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const LENGTHS = [
  { value: "1", label: "1 day" },
  { value: "3", label: "3 days" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
] as const;

const DAY_MS = 86_400_000;

/** How long somebody is suspended, and the day on which that ends. */
export function SuspensionLength({ days, onDays }: { days: number; onDays: (days: number) => void }) {
  const [now] = useState(() => Date.now());
  const value = LENGTHS.find((one) => Number(one.value) === days)?.value ?? "7";
  return (
    <Field label="For how long" hint={`Until ${dayInWords(new Date(now + days * DAY_MS).toISOString())}.`}>
      <Choice choices={LENGTHS} value={value} onChange={(chosen) => onDays(Number(chosen))} />
    </Field>
  );
}
