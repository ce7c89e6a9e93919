import type { z } from "zod";
import { textKey } from "./personal-storage.ts";
import { useSessionStore } from "./session-store.ts";

/** Like unsent texts, drafts of forms outlive the session, and are for the same account only. */
function keyOf(name: string): string {
  return textKey({ accountId: useSessionStore.getState().user?.id ?? "visitor", name: `form.${name}` });
}

/** The drafts that this tab read or wrote last: another tab with the same form may have written its own since. */
const known = new Map<string, string | null>();

/** @returns the unsaved values of a form, or null if there are none or they do not match the schema */
export function readFormDraft<Values>(name: string, schema: z.ZodType<Values>): Values | null {
  try {
    const stored = localStorage.getItem(keyOf(name));
    known.set(keyOf(name), stored);
    const draft = schema.safeParse(JSON.parse(stored ?? "null"));
    return draft.success ? draft.data : null;
  } catch {
    return null;
  }
}

/** Works without the schema, which is loaded with the form. */
export function hasFormDraft(name: string): boolean {
  try {
    return localStorage.getItem(keyOf(name)) !== null;
  } catch {
    return false;
  }
}

/** @param values null deletes the draft, but not one that another tab wrote meanwhile */
export function saveFormDraft(name: string, values: object | null): void {
  const key = keyOf(name);
  try {
    if (values === null) {
      if (localStorage.getItem(key) === known.get(key)) localStorage.removeItem(key);
      return;
    }
    const text = JSON.stringify(values);
    localStorage.setItem(key, text);
    known.set(key, text);
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}
