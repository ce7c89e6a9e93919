import { create } from "zustand";

export type ToastTone = "success" | "error" | "info";
export type Toast = { id: number; tone: ToastTone; message: string };

const FLASH_KEY = "fieldhouse.flash";
/** More would cover the page; the oldest ones go first. */
const SHOWN_MAX = 4;

let lastId = 0;

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }));

function show(tone: ToastTone, message: string): void {
  lastId += 1;
  const shown = { id: lastId, tone, message };
  // A repeated message replaces the first one and restarts its timer.
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((one) => one.message !== message), shown].slice(-SHOWN_MAX),
  }));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** Messages at the top right that disappear after 5 s. Screen readers announce errors immediately. */
export const toast = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
  info: (message: string) => show("info", message),
  /** For a message to show after the page has reloaded. */
  afterReload: (tone: ToastTone, message: string) =>
    sessionStorage.setItem(FLASH_KEY, JSON.stringify({ tone, message })),
} as const;

/** Shows the message that `toast.afterReload` stored. */
export function showFlash(): void {
  const flash = sessionStorage.getItem(FLASH_KEY);
  if (flash === null) return;
  sessionStorage.removeItem(FLASH_KEY);
  const { tone, message } = JSON.parse(flash) as Omit<Toast, "id">;
  show(tone, message);
}
