/** Words that somebody typed and has not sent are kept under names that begin so, until they are sent or the person signs out. */
export const DRAFT_PREFIX = "fieldhouse.draft.";

/** Nothing of one person's words is left for the next one on this device. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key);
  } catch {
    return;
  }
}
