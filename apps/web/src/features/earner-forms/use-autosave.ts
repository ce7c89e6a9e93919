import type { TypedFormView } from "@app/contract/registration";
import { useCallback, useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useSaveTyped } from "./registration.queries.ts";
import type { FormTexts } from "./to-typed.ts";

/** So long after the last key. */
const REST_MS = 700;

export type SavedState = "unchanged" | "unsaved" | "saved" | "failed";

/**
 * Keeps what is typed at the server, shortly after it was typed and when the form is left. While something is not kept
 * yet, closing the tab asks first.
 */
export function useAutosave(toTyped: (values: FormTexts) => TypedFormView): {
  state: SavedState;
  flush: () => Promise<void>;
} {
  const { subscribe } = useFormContext();
  const { mutateAsync } = useSaveTyped();
  const [state, setState] = useState<SavedState>("unchanged");
  const waiting = useRef<TypedFormView | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(toTyped);
  useEffect(() => {
    latest.current = toTyped;
  });

  const flush = useCallback(async () => {
    clearTimeout(timer.current);
    const typed = waiting.current;
    if (typed === null) return;
    waiting.current = null;
    try {
      await mutateAsync(typed);
      if (waiting.current === null) setState("saved");
    } catch {
      // Kept for the next try, unless something newer waits already; what the person sends is not held up by it.
      waiting.current ??= typed;
      setState("failed");
    }
  }, [mutateAsync]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          waiting.current = latest.current(values);
          setState("unsaved");
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void flush(), REST_MS);
        },
      }),
    [subscribe, flush],
  );

  useEffect(() => () => void flush(), [flush]);

  const isAtRisk = state === "unsaved" || state === "failed";
  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAtRisk]);

  return { state, flush };
}
