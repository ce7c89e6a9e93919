import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { focusMain } from "#lib/focus.ts";
import { dismissToast, type Toast, useAnnouncement, useToasts } from "#lib/toast.ts";
import { useHoverOrFocus } from "./use-hover-or-focus.ts";

const SHOWN_MS = 5_000;
/** Time to decide whether to undo. */
const ACTION_SHOWN_MS = 10_000;
/** Time to find a connection: what could not be undone at once would otherwise be lost. */
const RETRY_SHOWN_MS = 120_000;

const LOOK = {
  success: { Icon: CircleCheck, edge: "border-good", icon: "text-good" },
  error: { Icon: CircleAlert, edge: "border-error", icon: "text-error" },
  info: { Icon: Info, edge: "border-edge", icon: "text-text" },
} as const;

/** Top right below the header, newest last. The live regions exist from the start, because screen readers only announce changes in them. */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  const announcement = useAnnouncement();
  const urgent = toasts.filter(({ tone }) => tone === "error");
  const calm = toasts.filter(({ tone }) => tone !== "error");
  const focusBefore = useRef<Element | null>(null);
  /** The pressed button goes with its message, so the focus goes back to where it was. */
  function close(id: number): void {
    dismissToast(id);
    const before = focusBefore.current;
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    else focusMain();
  }
  const toCard = (toast: Toast) => <ToastCard key={toast.id} toast={toast} onClose={() => close(toast.id)} />;
  // In the body, so that it is above dialogs, which are there as well. What is in full screen hides all that is not in it.
  return createPortal(
    <section
      aria-label="Messages"
      data-messages
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget;
      }}
      className="pointer-events-none fixed top-18 right-4 left-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-96"
    >
      {/* An open modal hides the rest of the page from screen readers, but not elements with `aria-live`. */}
      <div role="alert" aria-live="assertive" className="flex flex-col gap-2">
        {urgent.map(toCard)}
      </div>
      <div role="status" aria-live="polite" className="flex flex-col gap-2">
        {calm.map(toCard)}
      </div>
      <p aria-live="polite" className="sr-only">
        <span key={announcement.id}>{announcement.text}</span>
      </p>
    </section>,
    useFullscreenElement() ?? document.body,
  );
}

function useFullscreenElement(): Element | null {
  return useSyncExternalStore(onFullscreenChange, () => document.fullscreenElement);
}

function onFullscreenChange(onChange: () => void): () => void {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { isHoveredOrFocused, handlers } = useHoverOrFocus();
  const { Icon, edge, icon } = LOOK[toast.tone];
  useEffect(() => {
    if (isHoveredOrFocused) return;
    const withActionMs = toast.tone === "error" ? RETRY_SHOWN_MS : ACTION_SHOWN_MS;
    const timer = setTimeout(() => dismissToast(toast.id), toast.action ? withActionMs : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHoveredOrFocused]);
  return (
    <div
      {...handlers}
      className={clsx(
        "pointer-events-auto flex items-start gap-3 rounded-control border-l-4 bg-raised py-3 pr-2 pl-4 text-sm shadow-float",
        "transition-[opacity,translate] duration-150 starting:-translate-y-2 starting:opacity-0",
        edge,
      )}
    >
      <Icon aria-hidden size={20} className={clsx("shrink-0", icon)} />
      <p className="min-w-0 flex-1 break-words">{toast.message}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            onClose();
            toast.action?.run();
          }}
          className="-my-1.5 min-h-8 shrink-0 rounded-control px-2 font-semibold text-accent underline-offset-2 hover:underline touch:min-h-11"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close message"
        onClick={onClose}
        className="-my-1.5 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:text-text touch:size-11"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  );
}
