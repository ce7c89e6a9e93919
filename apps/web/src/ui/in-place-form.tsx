import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";

type InPlaceFormProps = {
  /** For screen readers. */
  label: string;
  busy: boolean;
  onSubmit: (event: FormEvent) => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
};

const FIELDS = "input:not([type=file]), select, textarea";

/** A form in place of the content that it edits. If the user opened it, its first field gets the focus. */
export function InPlaceForm({ label, busy, onSubmit, onCancel, children }: InPlaceFormProps) {
  const form = useRef<HTMLFormElement>(null);

  // The focus waits on an ancestor while the form loads. A form that was open on page load must not steal it.
  useEffect(() => {
    const around = document.activeElement;
    if (!form.current || !around?.contains(form.current) || around === document.body) return;
    // Not a field by touch, where the on-screen keyboard would cover the form.
    const isByTouch = window.matchMedia("(pointer: coarse)").matches;
    const first = form.current.querySelector<HTMLElement>(FIELDS) ?? form.current.querySelector("button");
    (isByTouch ? form.current : (first ?? form.current)).focus();
  }, []);

  return (
    <form
      ref={form}
      aria-label={label}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex w-full max-w-2xl flex-col gap-5 rounded-media border border-line bg-raised p-4 outline-none sm:p-5 [&>fieldset:first-child]:border-t-0 [&>fieldset:first-child]:pt-0"
    >
      {children}
      <div className="flex gap-3">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
