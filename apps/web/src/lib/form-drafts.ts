import type { z } from "zod";
import { findDraft, readDraft, saveDraft, textKey } from "./drafts.ts";
import { useSessionStore } from "./session-store.ts";

/** Like unsent texts, drafts of forms outlive the session, and are for the same account only. */
function keyOf(name: string): string {
  return textKey({ accountId: useSessionStore.getState().user?.id ?? "visitor", name: `form.${name}` });
}

/** @returns the unsaved values of a form, or null if there are none or they do not match the schema */
export function readFormDraft<Values>(name: string, schema: z.ZodType<Values>): Values | null {
  const stored = readDraft(keyOf(name));
  try {
    const draft = schema.safeParse(JSON.parse(stored ?? "null"));
    return draft.success ? draft.data : null;
  } catch {
    return null;
  }
}

/** Works without the schema, which is loaded with the form. */
export function hasFormDraft(name: string): boolean {
  return findDraft(keyOf(name)) !== null;
}

/** @param values null deletes this tab's draft, but not one that another tab wrote meanwhile */
export function saveFormDraft(name: string, values: object | null): void {
  saveDraft(keyOf(name), values && JSON.stringify(values));
}
