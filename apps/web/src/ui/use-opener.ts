import { useRef } from "react";
import { focusIfLost } from "#lib/focus.ts";
import { CONTROL } from "#lib/pass-focus.ts";

/** What had the focus before a dialog opened. */
export function useOpener() {
  /** It and what is around it, from the inside. */
  const path = useRef<Element[]>([]);
  return {
    /** For the moment in which the dialog opens. */
    remember(): void {
      path.current = [];
      for (let one = document.activeElement; one; one = one.parentElement) path.current.push(one);
    },
    /**
     * For the moment in which the dialog closes. What was done there may take the opener away, before that or with it:
     * then the nearest of what is left around it takes the focus.
     * @returns whether the focus can go back to where it was
     */
    takesFocus(): boolean {
      const [opener] = path.current;
      queueMicrotask(() => focusIfLost(opener?.isConnected ? opener : findNear(path.current)));
      if (opener?.isConnected === false) return findNear(path.current) === null;
      // Given back to `body`, or to what only a script can focus, such as `main`, it would go to their first button.
      return !opener?.matches('body, [tabindex="-1"]');
    },
  };
}

function findNear(path: readonly Element[]): Element | null {
  for (const one of path) {
    if (!one.isConnected || one.matches("html, body")) continue;
    const found = one.matches("[tabindex]") ? one : one.querySelector(CONTROL);
    if (found) return found;
  }
  return null;
}
