import { create } from "zustand";

export type ToastTone = "success" | "error" | "info";
/** Such as 'Undo', or 'Retry' for one that failed. Running it closes the toast. */
export type ToastAction = { label: string; run: () => void };
export type Toast = { id: number; tone: ToastTone; message: string; action?: ToastAction };

const FLASH_KEY = "fieldhouse.flash";
/** More would cover the page; the oldest ones go first, but never one with an action: each offers to undo another thing. */
const SHOWN_MAX = 4;

let lastId = 0;

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }));

function show(tone: ToastTone, message: string, action?: ToastAction): void {
  lastId += 1;
  const shown = { id: lastId, tone, message, ...(action && { action }) };
  useToasts.setState(({ toasts }) => {
    // A repeated message replaces the first one and restarts its timer.
    const all = [...toasts.filter((one) => one.action || one.message !== message), shown];
    return { toasts: all.filter((one, index) => one.action || index >= all.length - SHOWN_MAX) };
  });
}

/** What screen readers hear without a message on the screen; the number tells two equal ones apart. */
export const useAnnouncement = create<{ id: number; text: string }>()(() => ({ id: 0, text: "" }));

/** Tells screen readers what everybody else sees, such as a new comment in its list. */
export function announce(text: string): void {
  useAnnouncement.setState(({ id }) => ({ id: id + 1, text }));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** Messages at the top right that disappear after 5 s, those with an action later. Screen readers announce errors immediately. */
export const toast = {
  success: (message: string, action?: ToastAction) => show("success", message, action),
  error: (message: string, action?: ToastAction) => show("error", message, action),
  info: (message: string) => show("info", message),
  /** For a message to show after the page has reloaded. */
  afterReload: (tone: ToastTone, message: string) => {
    try {
      sessionStorage.setItem(FLASH_KEY, JSON.stringify({ tone, message }));
    } catch {
      // Storage is blocked or full: the page reloads without it.
    }
  },
} as const;

/** Shows the message that `toast.afterReload` stored. */
export function showFlash(): void {
  const flash = takeFlash();
  if (flash === null) return;
  const { tone, message } = JSON.parse(flash) as Omit<Toast, "id" | "action">;
  show(tone, message);
}

function takeFlash(): string | null {
  try {
    const flash = sessionStorage.getItem(FLASH_KEY);
    sessionStorage.removeItem(FLASH_KEY);
    return flash;
  } catch {
    // Storage is blocked, so nothing was stored.
    return null;
  }
}
