import { focusIfLost } from "./focus.ts";

export const CONTROL = "a[href], button, input, select, textarea";

const TEXT_FIELD = "input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea";

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
 * As a `ref` of a button or form that its own action takes away, often for another: the first control that its row then
 * has takes the focus.
 */
export function passFocusInRow(own: Element | null): () => void {
  const row = own?.parentElement;
  return () => passFocusTo(() => (row?.isConnected ? row.querySelector(CONTROL) : null));
}

/**
 * For the moment before something goes. If the focus goes with it, also from a dialog that it opened, one that stays takes it.
 * @param findNext who may take it, best first
 */
export function passFocus(findNext: () => (Element | null | undefined)[]): void {
  const candidates = findNext();
  passFocusTo(() => candidates.find((one) => one?.isConnected));
}

/** @param find is called once the page has changed */
function passFocusTo(find: () => Element | null | undefined): void {
  if (document.activeElement === document.body) return;
  const isByTouch = window.matchMedia("(pointer: coarse)").matches;
  queueMicrotask(() => {
    const found = find();
    // By touch, a text field would open the on-screen keyboard.
    const next = isByTouch && found?.matches(TEXT_FIELD) ? found.closest("[tabindex]") : found;
    focusIfLost(next ?? document.querySelector("main"));
  });
}
