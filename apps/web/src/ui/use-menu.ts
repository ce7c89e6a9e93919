import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { hasModifier } from "#lib/keys.ts";

export type MenuTriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  type: "button";
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type OpenMenu = {
  isOpen: boolean;
  /** Whether the menu opens above its button, because there is more room. */
  isAbove: boolean;
  root: RefObject<HTMLDivElement | null>;
  list: RefObject<HTMLDivElement | null>;
  trigger: MenuTriggerProps;
  close: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** With less room than this below the button, the menu may open above it. */
const MIN_ROOM_PX = 280;

/** Keyboard, focus and closing of a menu button, following the ARIA Authoring Practices. */
export function useMenu(): OpenMenu {
  // A new object each time, so that requesting the first item again focuses it again.
  const [entered, setEntered] = useState<{ at: "first" | "last" | "list" } | null>(null);
  const [isAbove, setIsAbove] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const open = (at: "first" | "last" | "list") => {
    const box = button.current?.getBoundingClientRect();
    if (box) setIsAbove(window.innerHeight - box.bottom < MIN_ROOM_PX && box.top > window.innerHeight - box.bottom);
    setEntered({ at });
  };
  const close = () => {
    // Only from inside: a click elsewhere has already moved the focus. The page stays where it is, also for a button in
    // the sticky header, whose focus would scroll the page up by its scroll padding.
    if (root.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
    setEntered(null);
  };

  useEffect(() => {
    if (entered === null) return;
    const item = entered.at === "list" ? undefined : itemsOf(list.current).at(entered.at === "first" ? 0 : -1);
    // While the items are loading, the list gets the focus and the next arrow key enters them.
    (item ?? list.current)?.focus();
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
      // A key clicks as well, and goes on by keys.
      onClick: ({ detail }) => (entered === null ? open(detail === 0 ? "first" : "list") : close()),
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
      if (hasModifier(event)) return;
      const items = itemsOf(list.current);
      const at = items.findIndex((item) => item.matches(":focus"));
      const next = nextItem(
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

const FORWARD: ReadonlySet<string> = new Set(["ArrowDown", "ArrowRight"]);
const BACK: ReadonlySet<string> = new Set(["ArrowUp", "ArrowLeft"]);

/**
 * Arrow keys wrap around, Home and End go to the ends, and a letter to the next item that starts with it.
 * @param at the focused item, -1 for none
 * @returns the item to focus, or null for any other key
 */
export function nextItem(key: string, at: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (FORWARD.has(key)) return (at + 1) % count;
  if (BACK.has(key)) return at <= 0 ? count - 1 : at - 1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return key.length === 1 && key !== " " ? nextMatch(key, at, labels) : null;
}

function nextMatch(letter: string, at: number, labels: readonly string[]): number | null {
  const isMatch = (label: string) => label.trim().toLowerCase().startsWith(letter.toLowerCase());
  const after = labels.findIndex((label, index) => index > at && isMatch(label));
  const found = after === -1 ? labels.findIndex(isMatch) : after;
  return found === -1 ? null : found;
}
