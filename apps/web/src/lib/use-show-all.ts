import { useRef, useState } from "react";
import { flushSync } from "react-dom";

/**
 * For a list that shows its first items until somebody asks for all: the button that they press is gone then, so the focus
 * moves to the first link or button of what is new.
 */
export function useShowAll(firstItems: number) {
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  function showAll(): void {
    flushSync(() => setAll(true));
    list.current?.children[firstItems]?.querySelector<HTMLElement>("a, button")?.focus();
  }
  return { isAll, list, showAll };
}
