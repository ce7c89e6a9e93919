import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

export type MenuTriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  type: "button";
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type OpenMenu = {
  isOpen: boolean;
  /** Above its button, where there is more room than under it. */
  isAbove: boolean;
  root: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLDivElement | null>;
  trigger: MenuTriggerProps;
  close: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Less than this under the button, and the menu looks above it. */
const ROOM_PX = 280;

/** The keyboard, the focus and the closing of a menu button, as the ARIA Authoring Practices have them. */
export function useMenu(): OpenMenu {
  // An object of its own for each time: asking for the first entry once more goes there once more.
  const [entered, setEntered] = useState<{ at: "first" | "last" | "list" } | null>(null);
  const [isAbove, setIsAbove] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const open = (at: "first" | "last" | "list") => {
    const box = button.current?.getBoundingClientRect();
    if (box) setIsAbove(window.innerHeight - box.bottom < ROOM_PX && box.top > window.innerHeight - box.bottom);
    setEntered({ at });
  };
  const close = () => {
    // The focus goes back only from inside: a press elsewhere has put it where the person wants it.
    if (root.current?.contains(document.activeElement)) button.current?.focus();
    setEntered(null);
  };

  useEffect(() => {
    if (entered === null) return;
    const entry = entered.at === "list" ? undefined : itemsOf(list.current).at(entered.at === "first" ? 0 : -1);
    // Entries that are still on their way are entered by the next arrow, from the list itself.
    (entry ?? list.current)?.focus();
  }, [entered]);

  useEffect(() => {
    if (entered === null) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setEntered(null);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [entered]);

  return {
    isOpen: entered !== null,
    isAbove,
    root,
    list,
    close,
    trigger: {
      ref: button,
      type: "button",
      "aria-haspopup": "menu",
      "aria-expanded": entered !== null,
      onClick: () => (entered === null ? open("list") : close()),
      onKeyDown: (event) => {
        if (event.key === "Escape") close();
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        event.preventDefault();
        open(event.key === "ArrowDown" ? "first" : "last");
      },
    },
    onKeyDown: (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        close();
        return;
      }
      const items = itemsOf(list.current);
      const at = items.findIndex((item) => item.matches(":focus"));
      const next = neighbour(
        event.key,
        at,
        items.map((item) => item.textContent ?? ""),
      );
      if (next === null) return;
      event.preventDefault();
      items[next]?.focus();
    },
  };
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

/**
 * Where a key leads among the entries of a menu: arrows round and round, Home and End, a letter to the next entry that
 * begins with it.
 * @param at the entry that has the focus, -1 for none
 * @returns the entry to focus, or null for a key that is none of these
 */
export function neighbour(key: string, at: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === "ArrowDown" || key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowUp" || key === "ArrowLeft") return at <= 0 ? count - 1 : at - 1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key.length !== 1 || key === " ") return null;
  const isMatch = (label: string) => label.trim().toLowerCase().startsWith(key.toLowerCase());
  const after = labels.findIndex((label, index) => index > at && isMatch(label));
  const found = after === -1 ? labels.findIndex(isMatch) : after;
  return found === -1 ? null : found;
}
