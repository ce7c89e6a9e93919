/** As a `ref`: what replaces a pressed button or a sent form takes the focus, which scrolls it into view. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** For when what had the focus is gone, and nothing took its place. */
export function focusMain(): void {
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** For when what had the focus may be gone. */
export function focusIfLost(element: Element | null | undefined): void {
  if (document.activeElement === document.body && element instanceof HTMLElement)
    element.focus({ preventScroll: true });
}

const CONTROL = "a[href], button, input, select, textarea";

/**
 * As a `ref` of what may go and take the focus with it, such as an item of a list: the next item takes the focus, or else
 * the one before, or what is around them.
 */
export function passFocusOn(item: Element | null): () => void {
  return () =>
    passFocus(() => [
      item?.nextElementSibling?.querySelector(CONTROL),
      item?.previousElementSibling?.querySelector(CONTROL),
      item?.parentElement?.closest("[tabindex]"),
    ]);
}

/**
 * For the moment before something goes. If the focus goes with it, also from a dialog that it opened, one that stays takes it.
 * @param findHeirs who may take it, best first
 */
export function passFocus(findHeirs: () => (Element | null | undefined)[]): void {
  if (document.activeElement === document.body) return;
  const heirs = [...findHeirs(), document.querySelector("main")];
  // The page has changed by then.
  queueMicrotask(() => focusIfLost(heirs.find((heir) => heir?.isConnected)));
}
