import type { z } from "zod";
import { textKey } from "./personal-storage.ts";
import { useSessionStore } from "./session-store.ts";

/** Like unsent texts, drafts of forms outlive the session, and are for the same account only. */
function keyOf(name: string): string {
  return textKey({ accountId: useSessionStore.getState().user?.id ?? "visitor", name: `form.${name}` });
}

/**
 * What was typed in this tab is in `sessionStorage`, because another tab may have the same form open. `localStorage` has
 * what any tab typed last, for when the tab is closed.
 */
const tab = () => sessionStorage;
const device = () => localStorage;

/** The draft that this tab read or wrote last. */
const known = new Map<string, string | null>();

/** @returns the unsaved values of a form, or null if there are none or they do not match the schema */
export function readFormDraft<Values>(name: string, schema: z.ZodType<Values>): Values | null {
  const stored = find(keyOf(name));
  known.set(keyOf(name), stored);
  try {
    const draft = schema.safeParse(JSON.parse(stored ?? "null"));
    return draft.success ? draft.data : null;
  } catch {
    return null;
  }
}

/** Works without the schema, which is loaded with the form. */
export function hasFormDraft(name: string): boolean {
  return find(keyOf(name)) !== null;
}

/** @param values null deletes this tab's draft, but not one that another tab wrote meanwhile */
export function saveFormDraft(name: string, values: object | null): void {
  const key = keyOf(name);
  if (values === null) {
    const own = read(tab, key) ?? known.get(key);
    if (read(device, key) === own) quietly(() => device().removeItem(key));
    quietly(() => tab().removeItem(key));
    known.delete(key);
    return;
  }
  const text = JSON.stringify(values);
  known.set(key, text);
  // A form writes its draft also when it opens: until something is typed, it is not this tab's own.
  if (read(tab, key) === null && read(device, key) === text) return;
  quietly(() => tab().setItem(key, text));
  quietly(() => device().setItem(key, text));
}

function find(key: string): string | null {
  return read(tab, key) ?? read(device, key);
}

function read(storage: () => Storage, key: string): string | null {
  return quietly(() => storage().getItem(key)) ?? null;
}

/** Storage can be blocked or full: then a draft lasts as long as the page. */
function quietly<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
