import type { z } from "zod";
import { textKey } from "./personal-storage.ts";
import { useSessionStore } from "./session-store.ts";

/**
 * Like unsent texts, drafts of forms outlive the session, and are for the same account only. A tab keeps its own in
 * `sessionStorage`, because another tab may have the same form open; `localStorage` has what any tab typed last, for
 * when the tab is closed.
 */
function keyOf(name: string): string {
  return textKey({ accountId: useSessionStore.getState().user?.id ?? "visitor", name: `form.${name}` });
}

/** @returns the unsaved values of a form, or null if there are none or they do not match the schema */
export function readFormDraft<Values>(name: string, schema: z.ZodType<Values>): Values | null {
  try {
    const key = keyOf(name);
    const stored = find(key);
    if (stored !== null) sessionStorage.setItem(key, stored);
    const draft = schema.safeParse(JSON.parse(stored ?? "null"));
    return draft.success ? draft.data : null;
  } catch {
    return null;
  }
}

/** Works without the schema, which is loaded with the form. */
export function hasFormDraft(name: string): boolean {
  try {
    return find(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

function find(key: string): string | null {
  return sessionStorage.getItem(key) ?? localStorage.getItem(key);
}

/** @param values null deletes this tab's draft, but not one that another tab wrote meanwhile */
export function saveFormDraft(name: string, values: object | null): void {
  const key = keyOf(name);
  try {
    if (values === null) {
      if (localStorage.getItem(key) === sessionStorage.getItem(key)) localStorage.removeItem(key);
      sessionStorage.removeItem(key);
      return;
    }
    const text = JSON.stringify(values);
    for (const storage of [sessionStorage, localStorage]) storage.setItem(key, text);
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}
