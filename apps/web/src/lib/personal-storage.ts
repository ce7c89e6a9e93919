/** Everything personal on this device has a key with this prefix, so that signing out can delete it. */
export const PERSONAL_PREFIX = "fieldhouse.draft.";

/** Leaves nothing personal for the next user of this device. */
export function clearPersonalStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PERSONAL_PREFIX)) localStorage.removeItem(key);
  } catch {
    return;
  }
}

/** A zod schema, or a check of the same form for a page that does not load zod. */
type DraftSchema<Values> = { safeParse(value: unknown): { success: true; data: Values } | { success: false } };

/** @returns the unsaved values of a form, or null if there are none or they do not match the schema */
export function readFormDraft<Values>(name: string, schema: DraftSchema<Values>): Values | null {
  try {
    const draft = schema.safeParse(JSON.parse(localStorage.getItem(PERSONAL_PREFIX + name) ?? "null"));
    return draft.success ? draft.data : null;
  } catch {
    return null;
  }
}

/** Works without the schema, which is loaded with the form. */
export function hasFormDraft(name: string): boolean {
  try {
    return localStorage.getItem(PERSONAL_PREFIX + name) !== null;
  } catch {
    return false;
  }
}

/** @param values null deletes the draft */
export function saveFormDraft(name: string, values: object | null): void {
  try {
    if (values === null) localStorage.removeItem(PERSONAL_PREFIX + name);
    else localStorage.setItem(PERSONAL_PREFIX + name, JSON.stringify(values));
  } catch {
    // Storage is blocked or full: the draft lasts as long as the page.
  }
}
