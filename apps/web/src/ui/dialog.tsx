import { AlertDialog as BaseAlert } from "@base-ui/react/alert-dialog";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { useBlocker } from "@tanstack/react-router";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { useModal } from "./modals.ts";
import { useOpener } from "./use-opener.ts";

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** `wide` for comparisons; `side` slides in from the edge, as the mobile menu does. */
  shape?: "narrow" | "wide" | "side";
  /** What is typed survives closing, or the dialog's owner asks before closing. */
  keepsTyped?: boolean;
  /** Where the focus goes when it has closed; null: where it was, or near it. */
  returnFocus?: () => HTMLElement | null;
  children: ReactNode;
};

const BACKDROP =
  "fixed inset-0 bg-veil transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0";

const MIDDLE =
  "fixed z-50 flex flex-col bg-raised text-text shadow-float transition-[opacity,transform] duration-150 " +
  "data-starting-style:opacity-0 data-ending-style:opacity-0 " +
  // A bottom sheet on phones, where thumbs are; centered elsewhere.
  "inset-x-0 bottom-0 max-h-[92dvh] rounded-t-media data-starting-style:translate-y-6 data-ending-style:translate-y-6 " +
  "sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:-translate-1/2 sm:rounded-media " +
  "sm:data-starting-style:-translate-1/2 sm:data-ending-style:-translate-1/2";

const SHAPE = {
  narrow: `${MIDDLE} sm:max-w-md`,
  wide: `${MIDDLE} sm:max-w-3xl`,
  side:
    "fixed inset-y-0 right-0 z-50 flex w-80 max-w-[86vw] flex-col bg-raised text-text shadow-float transition-transform " +
    "duration-200 data-starting-style:translate-x-full data-ending-style:translate-x-full",
} as const;

const FOCUSABLE = "input, textarea, select, a, button";

/**
 * A modal dialog. Escape, the close button and a click outside close it; if a field of a form in it was changed, they ask
 * first. The focus returns to where it was, or near it.
 */
export function Dialog({ isOpen, onClose, title, description, shape = "narrow", children, ...how }: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const fields = useChangedFields();
  const [isAsking, setAsking] = useState(false);
  const opener = useOpener();
  useModal(isOpen);
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        if (open || isOnToast(event)) return;
        if (how.keepsTyped !== true && fields.areChanged()) setAsking(true);
        else onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={clsx(BACKDROP, "z-40")} />
        <BaseDialog.Popup
          className={SHAPE[shape]}
          // The first control. Not by touch, where the on-screen keyboard would cover the dialog.
          initialFocus={(how) => {
            opener.remember();
            return how === "touch" || (content.current?.querySelector<HTMLElement>(FOCUSABLE) ?? true);
          }}
          finalFocus={() => how.returnFocus?.() ?? opener.takesFocus()}
        >
          <header className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-6">
            <BaseDialog.Title className="title text-2xl wrap-anywhere">{title}</BaseDialog.Title>
            <BaseDialog.Close
              aria-label="Close"
              className="flex size-10 shrink-0 items-center justify-center rounded-control text-muted hover:bg-lift hover:text-text touch:size-11"
            >
              <X aria-hidden size={20} />
            </BaseDialog.Close>
          </header>
          <div
            ref={content}
            onFocusCapture={fields.onFocusCapture}
            className="flex flex-col gap-5 overflow-y-auto overscroll-contain p-6"
          >
            {description && (
              <BaseDialog.Description render={<div />} className="text-muted wrap-anywhere">
                {description}
              </BaseDialog.Description>
            )}
            {children}
          </div>
          <AlertDialog
            isOpen={isAsking}
            title="Discard changes?"
            description="What you entered is not saved."
            confirmLabel="Discard"
            cancelLabel="Keep editing"
            isDanger
            onConfirm={() => {
              setAsking(false);
              onClose();
            }}
            onCancel={() => setAsking(false)}
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Tracks which form fields have a different value than when they first got the focus. */
function useChangedFields() {
  const before = useRef(new Map<FormField, string>());
  return {
    onFocusCapture({ target }: FocusEvent): void {
      if (isFormField(target) && !before.current.has(target)) before.current.set(target, readValue(target));
    },
    areChanged: () =>
      [...before.current].some(([field, value]) => field.isConnected && field.form && readValue(field) !== value),
  };
}

/** Passwords and codes are entered again quickly, and nobody wants to be asked about them. */
function isFormField(target: Element): target is FormField {
  return (
    target.matches("input, textarea, select") &&
    !target.matches('[type="password"], [autocomplete="one-time-code"], [autocomplete$="password"]')
  );
}

function readValue(field: FormField): string {
  return field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
    ? String(field.checked)
    : field.value;
}

/** A click on a toast above the dialog does not count as a click outside, which would lose what was typed. */
function isOnToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest("[data-messages]") !== null;
}

type AlertDialogProps = {
  isOpen: boolean;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The action cannot be undone. */
  isDanger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** A question that must be answered: a click outside does not close it. */
export function AlertDialog({
  isOpen,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  isDanger = false,
  busy = false,
  onConfirm,
  onCancel,
}: AlertDialogProps) {
  useModal(isOpen);
  return (
    <BaseAlert.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <BaseAlert.Portal>
        {/* Also above another dialog, which it may be about. */}
        <BaseAlert.Backdrop forceRender className={clsx(BACKDROP, "z-50")} />
        <BaseAlert.Popup className={clsx(SHAPE.narrow, "gap-3 p-6")}>
          <BaseAlert.Title className="title text-2xl wrap-anywhere">{title}</BaseAlert.Title>
          <BaseAlert.Description render={<div />} className="text-muted wrap-anywhere">
            {description}
          </BaseAlert.Description>
          <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" onClick={onCancel}>
              {cancelLabel}
            </Button>
            <Button variant={isDanger ? "danger" : "primary"} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </BaseAlert.Popup>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  );
}

type LeaveGuardProps = { isNeeded: boolean; title: string; children: ReactNode };

/** Asks before leaving the page, by a link or by closing the tab. */
export function LeaveGuard({ isNeeded, title, children }: LeaveGuardProps) {
  const leaving = useBlocker({ shouldBlockFn: () => isNeeded, enableBeforeUnload: isNeeded, withResolver: true });
  const isBlocked = leaving.status === "blocked";
  return (
    <AlertDialog
      isOpen={isBlocked}
      title={title}
      description={children}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => isBlocked && leaving.proceed()}
      onCancel={() => isBlocked && leaving.reset()}
    />
  );
}
