import { clsx } from "clsx";
import { Check } from "lucide-react";
import { createContext, type ReactNode, use, useId, useLayoutEffect, useRef } from "react";
import { Link } from "./link.tsx";
import { Spinner } from "./spinner.tsx";
import { type MenuTriggerProps, useMenu } from "./use-menu.ts";

type MenuProps = {
  label: string;
  /** Renders the button with these props. */
  trigger: (props: MenuTriggerProps) => ReactNode;
  /** The edge of the button to align with. */
  align?: "start" | "end";
  /** Shown above the items, not part of the menu. */
  header?: ReactNode;
  className?: string;
  /** Shown above everything, where something around it would cut it off, such as a carousel. */
  floats?: boolean;
  /** For the element around the items. */
  listClassName?: string;
  children: ReactNode;
};

const CloseMenu = createContext<() => void>(() => undefined);

const ITEM =
  "flex min-h-10 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-sm select-none hover:bg-lift " +
  "focus:bg-lift focus-visible:-outline-offset-2 touch:min-h-11";

/** A menu button. Arrow keys and first letters move between items; Escape or a click outside closes it. */
export function Menu({ label, trigger, align = "end", header, floats = false, ...rest }: MenuProps) {
  const { className, listClassName, children } = rest;
  const menu = useMenu();
  const { isOpen, isAbove, root } = menu;
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (!isOpen || !element) return;
    if (!floats) return keepInside(element);
    element.showPopover();
    const place = () => placeBeside(element, root.current, { align, isAbove });
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [floats, isOpen, isAbove, align, root]);

  return (
    <div ref={menu.root} className="relative flex">
      {trigger(menu.trigger)}
      {menu.isOpen && (
        <div
          ref={box}
          popover={floats ? "manual" : undefined}
          className={clsx(
            floats ? "fixed inset-auto m-0" : ["absolute", align === "end" ? "right-0" : "left-0"],
            !floats && (isAbove ? "bottom-full mb-2" : "top-full mt-2"),
            "z-40 max-h-[min(calc(100dvh-6rem),34rem)] w-max max-w-[calc(100vw-2rem)] min-w-56 overflow-y-auto",
            "overscroll-contain rounded-media border border-line bg-raised p-1.5 text-text shadow-float",
            "transition-[opacity,translate] duration-150 starting:-translate-y-1 starting:opacity-0",
            className,
          )}
        >
          {header}
          <div
            ref={menu.list}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={menu.onKeyDown}
            className={clsx("outline-none", listClassName)}
          >
            <CloseMenu value={menu.close}>{children}</CloseMenu>
          </div>
        </div>
      )}
    </div>
  );
}

const ITEM_PROPS = { type: "button", role: "menuitem", tabIndex: -1, className: ITEM } as const;

const GAP_PX = 8;

/** Beside the button, where the window has it at the moment, but never cut off at a side. */
function placeBeside(
  { style, offsetWidth }: HTMLElement,
  button: HTMLElement | null,
  { align, isAbove }: { align: "start" | "end"; isAbove: boolean },
): void {
  const at = button?.getBoundingClientRect();
  if (!at) return;
  const width = document.documentElement.clientWidth;
  const mostPx = Math.max(GAP_PX, width - offsetWidth - GAP_PX);
  if (align === "end") style.right = `${Math.min(width - at.right, mostPx)}px`;
  else style.left = `${Math.min(at.left, mostPx)}px`;
  if (isAbove) style.bottom = `${window.innerHeight - at.top + GAP_PX}px`;
  else style.top = `${at.bottom + GAP_PX}px`;
}

/** Moves a menu that would be cut off at a side of a narrow window. */
function keepInside(menu: HTMLElement): void {
  const { left, right } = menu.getBoundingClientRect();
  const tooFarRight = right + GAP_PX - document.documentElement.clientWidth;
  if (tooFarRight > 0) menu.style.marginLeft = `${-tooFarRight}px`;
  else if (left < GAP_PX) menu.style.marginRight = `${left - GAP_PX}px`;
}

type MenuItemProps = { icon?: ReactNode; children: ReactNode };

type MenuItemOptions = {
  onSelect: () => void;
  /** For what is often chosen several times, such as zooming in. */
  staysOpen?: boolean;
};

export function MenuItem({ icon, onSelect, staysOpen = false, children }: MenuItemProps & MenuItemOptions) {
  const close = use(CloseMenu);
  return (
    <button
      {...ITEM_PROPS}
      onClick={() => {
        if (!staysOpen) close();
        onSelect();
      }}
    >
      {icon}
      {children}
    </button>
  );
}

/** Shown while the items load. */
export function MenuLoading({ label }: { label: string }) {
  return (
    <div className="col-span-full flex justify-center p-6 text-muted">
      <Spinner label={label} />
    </div>
  );
}

/** Shown if the items failed to load. The menu stays open and keeps the focus for the loaded items. */
export function MenuRetry({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <button
      {...ITEM_PROPS}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>("[role=menu]")?.focus();
        onRetry();
      }}
    >
      {children}
    </button>
  );
}

export function MenuLink({ icon, href, children }: MenuItemProps & { href: string }) {
  const close = use(CloseMenu);
  return (
    <Link href={href} role="menuitem" tabIndex={-1} className={ITEM} onClick={close}>
      {icon}
      {children}
    </Link>
  );
}

export function MenuDownload({ icon, href, children }: MenuItemProps & { href: string }) {
  const close = use(CloseMenu);
  return (
    <a href={href} download role="menuitem" tabIndex={-1} className={ITEM} onClick={close}>
      {icon}
      {children}
    </a>
  );
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
};

/** Radio items; choosing one keeps the menu open. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
    <div role="group" aria-labelledby={id}>
      <p id={id} className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
        {label}
      </p>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          onClick={() => onChange(option.value)}
          className={ITEM}
        >
          <span className="flex-1">{option.label}</span>
          {option.value === value && <Check aria-hidden size={18} className="text-accent" />}
        </button>
      ))}
    </div>
  );
}

export function MenuLine() {
  return <hr className="my-1.5 border-line" />;
}
