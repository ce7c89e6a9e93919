import { clsx } from "clsx";
import { Check, type LucideIcon } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

const ITEMS = '[role^="menuitem"]';

export type Choice = { value: number; label: string };

type ChoiceMenuProps = {
  label: string;
  /** The content of the button. */
  children: ReactNode;
  value: number;
  choices: readonly Choice[];
  onChoose: (value: number) => void;
  /** A checkbox below the choices. */
  toggle?: { label: string; isOn: boolean; onChange: (isOn: boolean) => void };
  onOpenChange: (isOpen: boolean) => void;
};

const GAP_PX = 14;

/**
 * A menu in the control bar. Not Base UI's, which would be a sixth of what the watch page loads and opens outside of the
 * player, where it is invisible in full screen.
 */
export function ChoiceMenu({ label, children, value, choices, onChoose, toggle, onOpenChange }: ChoiceMenuProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [heightPx, setHeightPx] = useState<number | null>(null);
  const isOpen = heightPx !== null;

  function setOpen(isNow: boolean): void {
    setHeightPx(isNow ? heightAbove(place.current) : null);
    onOpenChange(isNow);
  }

  function close(): void {
    setOpen(false);
    place.current?.querySelector("button")?.focus();
  }

  useCloseOutside(place, isOpen, () => setOpen(false));
  const isSheet = useBottomSheet(list, isOpen);
  const onKeyDown = useMenuKeys(place, isOpen, close);

  return (
    <div ref={place} className="relative w-10 min-w-8 touch:w-11 cramped:min-w-[24px]">
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={clsx(CONTROL, "w-full", isOpen && "bg-on-scrim/15")}
      >
        {children}
      </button>
      {isOpen && (
        <div
          ref={list}
          popover={isSheet ? "manual" : undefined}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
          className={clsx(POPUP, isSheet ? BOTTOM_SHEET : ABOVE)}
          style={isSheet ? undefined : { maxHeight: heightPx }}
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

/** The menu stays within the player, because the page's header would cover it. */
function heightAbove(place: HTMLElement | null): number {
  const top = place?.closest("[data-player]")?.getBoundingClientRect().top ?? 0;
  return (place?.getBoundingClientRect().top ?? 0) - Math.max(0, top) - GAP_PX;
}

/**
 * A menu that does not fit above its button, as on a phone, becomes a bottom sheet. It is rendered above once to measure it,
 * and then as a popover, so that nothing around it cuts it off.
 */
function useBottomSheet(menu: RefObject<HTMLElement | null>, isOpen: boolean): boolean {
  const [isSheet, setSheet] = useState(false);
  useLayoutEffect(() => {
    if (!isOpen || !menu.current) setSheet(false);
    else if (isSheet) menu.current.showPopover();
    else setSheet(menu.current.scrollHeight > menu.current.clientHeight);
  }, [menu, isOpen, isSheet]);
  return isSheet;
}

function useCloseOutside(place: { current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
  const closeIfOutside = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !place.current?.contains(target)) close();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener("pointerdown", closeIfOutside);
    return () => document.removeEventListener("pointerdown", closeIfOutside);
  }, [isOpen]);
}

const POPUP =
  "z-30 overflow-y-auto overscroll-contain rounded-control border border-line bg-raised p-1 text-sm text-text shadow-float";

const ABOVE = "absolute right-0 bottom-full mb-2 min-w-44";

const BOTTOM_SHEET = "fixed inset-x-2 top-auto bottom-2 mx-auto max-h-[calc(100dvh-1rem)] w-auto max-w-sm";

const ITEM =
  "flex min-h-9 w-full items-center gap-2 rounded-[4px] py-1 pr-4 pl-2 text-left whitespace-nowrap hover:bg-lift " +
  "focus-visible:bg-lift focus-visible:-outline-offset-2 touch:min-h-11";

/**
 * Arrow keys wrap around, Home and End go to the ends, Escape and Tab close. Opening focuses the chosen item.
 * @param place the element that contains the menu while it is open
 * @returns the `onKeyDown` handler of the menu
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

type ControlButtonProps = Omit<ComponentProps<"button">, "children"> & {
  icon: LucideIcon;
  label: string;
  /** The equivalent key. */
  shortcut?: string;
};

/** A button in the control bar, 44 px on touch screens, down to 32 px where there is no room. */
export function ControlButton({ icon: Icon, label, shortcut, className, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={shortcut ? `${label} (${shortcut})` : label}
      className={clsx(CONTROL, "w-10 touch:w-11", className)}
      {...rest}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

/** The style of all controls, including menu buttons. They shrink where larger text makes the time beside them wider. */
const CONTROL =
  "inline-flex h-10 min-w-8 cramped:min-w-[24px] items-center justify-center rounded-control text-on-scrim transition-colors " +
  "hover:bg-on-scrim/15 focus-visible:outline-offset-[-2px] touch:h-11";
