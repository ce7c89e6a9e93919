import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { hasModifier } from "#lib/keys.ts";
import { useOverflow } from "./use-overflow.ts";

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/**
 * Arrow keys move between the tabs. On narrow screens the row scrolls, centers the open tab and fades where it
 * continues, with a button for a mouse.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  // Roving tabindex: Tab enters the row at the open tab and leaves it from any.
  const [focused, setFocused] = useState<Value | null>(null);
  const { isBefore, isAfter, widthPx, measure } = useOverflow(row);
  const open = tabs.find((tab) => tab.value === value);

  // Also when tabs are added or removed. Scrolls only the row, not the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change the layout of the row
  useEffect(() => {
    measure();
    if (!row.current || row.current.scrollWidth <= row.current.clientWidth) return;
    const shown = row.current.querySelector("[aria-selected=true]")?.getBoundingClientRect();
    const all = row.current.getBoundingClientRect();
    if (shown) row.current.scrollBy({ left: shown.left + shown.width / 2 - (all.left + all.width / 2) });
  }, [value, tabs.length, widthPx, measure]);

  return (
    <div>
      <div className="relative">
        <div
          ref={row}
          role="tablist"
          aria-label={label}
          onKeyDown={moveByKey}
          onBlur={() => setFocused(null)}
          onScroll={measure}
          // Scroll padding keeps the focused tab clear of the fade.
          className={clsx(
            "flex scroll-px-16 gap-1 overflow-x-auto border-b border-line print:hidden",
            isBefore && "mask-l-from-[calc(100%-4rem)] mask-l-to-[calc(100%-2rem)]",
            isAfter && "mask-r-from-[calc(100%-4rem)] mask-r-to-[calc(100%-2rem)]",
          )}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}${tab.value}`}
              aria-selected={tab === open}
              aria-controls={tab === open ? `${id}panel` : undefined}
              tabIndex={tab.value === (focused ?? value) ? 0 : -1}
              onFocus={() => setFocused(tab.value)}
              onClick={() => tab !== open && onChange(tab.value)}
              className="-mb-px min-h-11 border-b-2 border-transparent px-4 text-sm font-semibold whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-text"
            >
              {tab.label}
            </button>
          ))}
        </div>
        {isBefore && <ScrollButton side="left" row={row} />}
        {isAfter && <ScrollButton side="right" row={row} />}
      </div>
      {open && (
        <div
          key={open.value}
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={`${id}${open.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab moves from the row to its panel
          tabIndex={0}
          className="pt-4"
        >
          {open.content}
        </div>
      )}
    </div>
  );
}

type ScrollButtonProps = { side: "left" | "right"; row: RefObject<HTMLElement | null> };

/** For a mouse that cannot scroll sideways. The keyboard has the arrow keys, and a finger can swipe. */
function ScrollButton({ side, row }: ScrollButtonProps) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  const scroll = () => {
    const width = row.current?.clientWidth ?? 0;
    row.current?.scrollBy({ left: (side === "left" ? -width : width) / 2 });
  };
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      // It may be gone after the click, and the focus with it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={scroll}
      className={clsx(
        "absolute inset-y-0 grid w-8 touch:w-11 place-items-center text-muted hover:text-text",
        side === "left" ? "left-0" : "right-0",
      )}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  if (hasModifier(event)) return;
  const tabs: (Element | null)[] = [...event.currentTarget.children];
  const at = tabs.indexOf(document.activeElement);
  const last = tabs.length - 1;
  const to: Record<string, number> = {
    ArrowLeft: at <= 0 ? last : at - 1,
    ArrowRight: at === last ? 0 : at + 1,
    Home: 0,
    End: last,
  };
  const next = tabs[to[event.key] ?? -1];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
