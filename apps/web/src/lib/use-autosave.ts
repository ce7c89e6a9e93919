import { useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormSubscribe } from "react-hook-form";

/** So long after the last key. */
const REST_MS = 700;

export type SavedState = "unchanged" | "unsaved" | "saved" | "failed";

type AutosaveProps<Values extends FieldValues, Kept> = {
  subscribe: UseFormSubscribe<Values>;
  /** What is to be kept of what stands in the form. */
  toKept: (values: Values) => Kept;
  save: (kept: Kept) => Promise<unknown>;
};

type Autosave = {
  state: SavedState;
  /** Keeps what is not kept yet, after what is on its way. */
  flush: () => Promise<void>;
  /** As `flush`; from then on what is typed waits, until `release`. */
  hold: () => Promise<void>;
  release: () => void;
};

/**
 * Keeps what is typed at the server, shortly after it was typed and when the form is left; one call after the other, so
 * that the last one wins. While something is not kept yet, closing the tab asks first.
 */
export function useAutosave<Values extends FieldValues, Kept>(props: AutosaveProps<Values, Kept>): Autosave {
  const { subscribe } = props;
  const [state, setState] = useState<SavedState>("unchanged");
  const waiting = useRef<{ kept: Kept } | null>(null);
  const last = useRef("");
  const isHeld = useRef(false);
  const underWay = useRef(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const send = useCallback(async () => {
    const next = waiting.current;
    if (next === null || isHeld.current) return;
    waiting.current = null;
    try {
      await latest.current.save(next.kept);
      if (waiting.current === null) setState("saved");
    } catch {
      // Kept for the next try, unless something newer waits already; what the person sends is not held up by it.
      waiting.current ??= next;
      setState("failed");
    }
  }, []);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    underWay.current = underWay.current.then(send);
    return underWay.current;
  }, [send]);

  const hold = useCallback(async () => {
    await flush();
    isHeld.current = true;
    await underWay.current;
  }, [flush]);

  const release = useCallback(() => {
    isHeld.current = false;
    if (waiting.current) timer.current = setTimeout(() => void flush(), REST_MS);
  }, [flush]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const kept = latest.current.toKept(values);
          const text = JSON.stringify(kept);
          if (text === last.current) return;
          last.current = text;
          waiting.current = { kept };
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

  return { state, flush, hold, release };
}
