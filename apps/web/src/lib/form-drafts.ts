import type { z } from "zod";
import { textKey } from "./personal-storage.ts";
import { useSessionStore } from "./session-store.ts";

/** Like unsent texts, drafts of forms outlive the session, and are for the same account only. */
function keyOf(name: string): string {
  return textKey({ accountId: useSessionStore.getState().user?.id ?? "visitor", name: `form.${name}` });
}

/** @returns the unsaved values of a form, or null if there are none or they do not match the schema */
export function readFormDraft<Values>(name: string, schema: z.ZodType<Values>): Values | null {
  try {
    const draft = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(name)) ?? "null"));
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

/** @param values null deletes the draft */
export function saveFormDraft(name: string, values: object | null): void {
  try {
    if (values === null) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}
