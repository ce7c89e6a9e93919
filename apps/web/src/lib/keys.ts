type Modifiers = { altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Whether a key belongs to the browser, such as Alt and the left arrow for Back. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey;
}
