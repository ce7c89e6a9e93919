import { focusIfLost } from "./focus.ts";

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
 * @param findNext who may take it, best first
 */
export function passFocus(findNext: () => (Element | null | undefined)[]): void {
  if (document.activeElement === document.body) return;
  const candidates = [...findNext(), document.querySelector("main")];
  // The page has changed by then.
  queueMicrotask(() => focusIfLost(candidates.find((one) => one?.isConnected)));
}
