import { create } from "zustand";

export type ToastTone = "success" | "error" | "info";
export type Toast = { id: number; tone: ToastTone; message: string };

const FLASH_KEY = "fieldhouse.flash";
/** More would cover the page; the oldest make room. */
const SHOWN_MAX = 4;

let lastId = 0;

export const useToasts = create<{ toasts: Toast[] }>()(() => ({ toasts: [] }));

function show(tone: ToastTone, message: string): void {
  lastId += 1;
  const shown = { id: lastId, tone, message };
  // The same sentence twice is one sentence: it only starts over.
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((one) => one.message !== message), shown].slice(-SHOWN_MAX),
  }));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** Sentences at the top right, gone after 5 s. Errors are announced to screen readers at once. */
export const toast = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
  info: (message: string) => show("info", message),
  /** For a sentence whose page is about to be loaded anew. */
  afterReload: (tone: ToastTone, message: string) =>
    sessionStorage.setItem(FLASH_KEY, JSON.stringify({ tone, message })),
} as const;

/** Shows what was said just before the page was loaded. */
export function showFlash(): void {
  const kept = sessionStorage.getItem(FLASH_KEY);
  if (kept === null) return;
  sessionStorage.removeItem(FLASH_KEY);
  const { tone, message } = JSON.parse(kept) as Omit<Toast, "id">;
  show(tone, message);
}
