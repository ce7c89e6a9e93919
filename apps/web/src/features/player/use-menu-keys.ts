import { type KeyboardEvent, type RefObject, useEffect } from "react";

const ITEMS = '[role^="menuitem"]';

/**
 * Arrows, Home and End move through the items around the corner, Escape and Tab close. On opening the chosen item
 * has the focus.
 * @param place holds the menu while it is open
 * @returns for the menu's `onKeyDown`
 */
export function useMenuKeys(
  place: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): (event: KeyboardEvent) => void {
  useEffect(() => {
    const items = itemsIn(place.current);
    if (isOpen) (items.find((item) => item.ariaChecked === "true") ?? items[0])?.focus();
  }, [place, isOpen]);

  return (event) => {
    if (!isOpen) return;
    if (event.key === "Escape" || event.key === "Tab") {
      event.stopPropagation();
      if (event.key === "Escape") event.preventDefault();
      close();
      return;
    }
    const items = itemsIn(place.current);
    const target = toTarget(
      event.key,
      items.findIndex((item) => item.matches(":focus")),
      items.length,
    );
    if (target === null) return;
    event.preventDefault();
    items[target]?.focus();
  };
}

function itemsIn(place: HTMLElement | null): HTMLElement[] {
  return Array.from(place?.querySelectorAll<HTMLElement>(ITEMS) ?? []);
}

function toTarget(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}
