import { type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { timeZone, toIso, toLocalTime } from "#lib/dates.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field, FieldError, TextInput } from "./field.tsx";

/** As the inputs have it, in the time zone of the device; empty: now, and without an end. */
type Period = { starts: string; ends: string };
type Times = { starts_at: string; ends_at: string | null };

export function toPeriod(of: Times | null): Period {
  return {
    starts: of ? toLocalTime(new Date(of.starts_at)) : "",
    ends: of?.ends_at ? toLocalTime(new Date(of.ends_at)) : "",
  };
}

/**
 * A time that was not edited stays exact: an input has no seconds, and an hour that the clocks repeat has one text.
 * @param of what is edited; null: something new
 */
export function fromPeriod({ starts, ends }: Period, of: Times | null): Times {
  const before = toPeriod(of);
  return {
    starts_at: of && starts === before.starts ? of.starts_at : (toIso(starts) ?? new Date().toISOString()),
    ends_at: of && ends === before.ends ? of.ends_at : toIso(ends),
  };
}

/** What the server found wrong with a field. */
export function faultOf(error: Error | null, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field]?.join(" ") : undefined;
}

type PeriodFormDialogProps = {
  title: string;
  period: Period;
  onPeriod: (period: Period) => void;
  /** Of saving. One about fields is shown by them. */
  error: Error | null;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, about something that is shown from a start to an end. */
export function PeriodFormDialog({ title, period, onPeriod, error, busy, ...rest }: PeriodFormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  // Also scrolls to it: on a phone it may be far above the button.
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  /** The name of the input whose date is incomplete. Its value is empty, as if nothing had been typed. */
  const [halfTyped, setHalfTyped] = useState<string | null>(null);
  const errorOf = (name: string) => (halfTyped === name ? "Please enter a date and a time." : faultOf(error, name));
  function change(changed: Partial<Period>): void {
    setHalfTyped(null);
    onPeriod({ ...period, ...changed });
  }
  const hasFieldFault = error instanceof ApiError && Object.keys(error.errors).length > 0;
  return (
    <Dialog isOpen onClose={rest.onClose} title={title}>
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const unfinished = findHalfTyped(event.currentTarget);
          setHalfTyped(unfinished?.name ?? null);
          if (unfinished) unfinished.focus();
          else rest.onSubmit();
        }}
      >
        {rest.children}
        <Field
          label="Starts"
          hint={`Leave empty to start now. Your time zone: ${timeZone()}.`}
          error={errorOf("starts_at")}
        >
          <TextInput
            type="datetime-local"
            name="starts_at"
            value={period.starts}
            onChange={({ target }) => change({ starts: target.value })}
          />
        </Field>
        <Field label="Ends" hint="Leave empty to show it until you turn it off." error={errorOf("ends_at")}>
          <TextInput
            type="datetime-local"
            name="ends_at"
            value={period.ends}
            onChange={({ target }) => change({ ends: target.value })}
          />
        </Field>
        {error && !hasFieldFault && <FieldError>{messageOf(error)}</FieldError>}
        <Button type="submit" busy={busy} className="self-end">
          Save
        </Button>
      </form>
    </Dialog>
  );
}

function findHalfTyped(form: HTMLFormElement): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>("input[type=datetime-local]")].find(
    ({ validity }) => validity.badInput,
  );
}

type FileButtonProps = {
  /** Its accessible name. */
  label: string;
  /** For the `accept` attribute of the input. */
  accept: string;
  maxBytes: number;
  busy: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** Opens the file picker; a file that is too large is refused before it is sent. */
export function FileButton({ label, accept, maxBytes, busy, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="secondary" size="sm" busy={busy} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (!file) return;
          if (file.size > maxBytes) toast.error(`This file is larger than ${maxBytes / 1024 ** 2} MB.`);
          else onFile(file);
        }}
      />
    </>
  );
}
