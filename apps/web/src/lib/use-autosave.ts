import { useCallback, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormSubscribe } from "react-hook-form";
import { ApiError, faultOf } from "./api-error.ts";

/** After the last keystroke. */
const DELAY_MS = 700;
/** After a save that did not reach the server. */
const RETRY_MS = 10_000;

export type SavedState = "unchanged" | "unsaved" | "saved" | "failed";

type AutosaveProps<Values extends FieldValues, Draft> = {
  subscribe: UseFormSubscribe<Values>;
  /** Picks what to save from the form's values. */
  toDraft: (values: Values) => Draft;
  save: (draft: Draft) => Promise<unknown>;
};

type Autosave = {
  state: SavedState;
  /** Why the server refused the draft; null unless it did. */
  refusal: string | null;
  /** Saves pending changes, after the save in progress. */
  flush: () => Promise<void>;
  /** Flushes, then stops saving until `resume`. */
  pause: () => Promise<void>;
  resume: () => void;
};

/**
 * Saves a form to the server shortly after each change and on unmount. Saves run one after another, so the last one wins.
 * A save that fails is retried, unless the server refused the draft: the next change may be accepted. While there are
 * unsaved changes, closing the tab asks first.
 */
export function useAutosave<Values extends FieldValues, Draft>(props: AutosaveProps<Values, Draft>): Autosave {
  const { subscribe } = props;
  const [state, setState] = useState<SavedState>("unchanged");
  const [refusal, setRefusal] = useState<string | null>(null);
  const pending = useRef<{ draft: Draft } | null>(null);
  const last = useRef("");
  const isPaused = useRef(false);
  const saving = useRef(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const send = useCallback(async () => {
    const next = pending.current;
    if (next === null || isPaused.current) return;
    pending.current = null;
    try {
      await latest.current.save(next.draft);
      if (pending.current === null) setState("saved");
    } catch (error) {
      // Sent with the next save unless a newer draft is pending. Failing here must not block submitting the form.
      pending.current ??= next;
      setRefusal(isRefused(error) ? faultOf(error) : null);
      setState("failed");
    }
  }, []);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    saving.current = saving.current.then(send);
    return saving.current;
  }, [send]);

  const pause = useCallback(async () => {
    await flush();
    isPaused.current = true;
    await saving.current;
  }, [flush]);

  const resume = useCallback(() => {
    isPaused.current = false;
    if (pending.current) timer.current = setTimeout(() => void flush(), DELAY_MS);
  }, [flush]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const draft = latest.current.toDraft(values);
          const text = JSON.stringify(draft);
          if (text === last.current) return;
          last.current = text;
          pending.current = { draft };
          setState("unsaved");
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void flush(), DELAY_MS);
        },
      }),
    [subscribe, flush],
  );

  useEffect(() => () => void flush(), [flush]);

  const isRetried = state === "failed" && refusal === null;
  useEffect(() => {
    if (!isRetried) return;
    const retry = () => void flush();
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", retry);
    };
  }, [isRetried, flush]);

  const isAtRisk = state === "unsaved" || state === "failed";
  useEffect(() => {
    if (!isAtRisk) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", confirmLeaving);
    return () => window.removeEventListener("beforeunload", confirmLeaving);
  }, [isAtRisk]);

  return { state, refusal: state === "failed" ? refusal : null, flush, pause, resume };
}

/** The same draft would be refused again. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
