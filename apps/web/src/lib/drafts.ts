/** What is one person's own on this device, such as words not yet sent, is kept under names that begin so, until they sign out. */
export const DRAFT_PREFIX = "fieldhouse.draft.";

/** Nothing of one person's words is left for the next one on this device. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key);
  } catch {
    return;
  }
}
