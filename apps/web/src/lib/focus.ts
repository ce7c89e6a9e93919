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
