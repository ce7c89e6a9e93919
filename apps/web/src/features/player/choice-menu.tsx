import { clsx } from "clsx";
import { Check } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { CONTROL } from "./control-button.tsx";

const ITEMS = '[role^="menuitem"]';

export type Choice = { value: number; label: string };

type ChoiceMenuProps = {
  label: string;
  /** What stands on the button. */
  children: ReactNode;
  value: number;
  choices: readonly Choice[];
  onChoose: (value: number) => void;
  /** A yes or no besides, below the choices. */
  toggle?: { label: string; isOn: boolean; onChange: (isOn: boolean) => void };
  onOpenChange: (isOpen: boolean) => void;
};

const GAP_PX = 14;

/**
 * One of several, opened from the control bar. Our own and not Base UI's: that one would be a sixth of what the
 * watch page loads, and it opens outside of the player, where nothing can be seen in full screen.
 */
export function ChoiceMenu({ label, children, value, choices, onChoose, toggle, onOpenChange }: ChoiceMenuProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState<number | null>(null);
  const isOpen = heightPx !== null;

  function change(isNow: boolean): void {
    setHeightPx(isNow ? heightAbove(place.current) : null);
    onOpenChange(isNow);
  }

  function close(): void {
    change(false);
    place.current?.querySelector("button")?.focus();
  }

  useCloseOutside(place, isOpen, () => change(false));
  const press = useMenuKeys(place, isOpen, close);

  return (
    <div ref={place} className="relative">
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => change(!isOpen)}
        className={clsx(CONTROL, "min-w-10 px-2 touch:min-w-11", isOpen && "bg-on-scrim/15")}
      >
        {children}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={press}
          className={POPUP}
          style={{ maxHeight: heightPx }}
        >
          {choices.map((choice) => (
            <Item
              key={choice.value}
              role="menuitemradio"
              isChecked={choice.value === value}
              label={choice.label}
              onClick={() => {
                onChoose(choice.value);
                close();
              }}
            />
          ))}
          {toggle && (
            <>
              <hr className="my-1 border-line" />
              <Item
                role="menuitemcheckbox"
                isChecked={toggle.isOn}
                label={toggle.label}
                onClick={() => toggle.onChange(!toggle.isOn)}
              />
            </>
          )}
        </div>
      )}
    </div>
  );
}

type ItemProps = { role: "menuitemradio" | "menuitemcheckbox"; isChecked: boolean; label: string; onClick: () => void };

function Item({ role, isChecked, label, onClick }: ItemProps) {
  const state = { role, "aria-checked": isChecked };
  return (
    <button type="button" {...state} tabIndex={-1} onClick={onClick} className={ITEM}>
      <span className="grid size-4 shrink-0 place-items-center text-accent">
        {isChecked && <Check aria-hidden size={16} className="stroke-2" />}
      </span>
      {label}
    </button>
  );
}

/** The menu stays on the picture: above it there may be the page's header, which covers what passes below it. */
function heightAbove(place: HTMLElement | null): number {
  const top = place?.closest("[data-player]")?.getBoundingClientRect().top ?? 0;
  return (place?.getBoundingClientRect().top ?? 0) - Math.max(0, top) - GAP_PX;
}

function useCloseOutside(place: { current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
  const look = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !place.current?.contains(target)) close();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener("pointerdown", look);
    return () => document.removeEventListener("pointerdown", look);
  }, [isOpen]);
}

const POPUP =
  "absolute right-0 bottom-full z-30 mb-2 min-w-44 overflow-y-auto overscroll-contain rounded-control border " +
  "border-line bg-raised p-1 text-sm text-text shadow-float";

const ITEM =
  "flex min-h-9 w-full items-center gap-2 rounded-[4px] py-1 pr-4 pl-2 text-left whitespace-nowrap hover:bg-lift " +
  "focus-visible:bg-lift focus-visible:-outline-offset-2 touch:min-h-11";

/**
 * Arrows, Home and End move through the items around the corner, Escape and Tab close. On opening the chosen item
 * has the focus.
 * @param place holds the menu while it is open
 * @returns for the menu's `onKeyDown`
 */
function useMenuKeys(
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
