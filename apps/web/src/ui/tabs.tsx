import { clsx } from "clsx";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

type Overflow = { isBefore: boolean; isAfter: boolean; widthPx: number };

/** Layout is fractional but scroll positions are whole pixels. */
const TOLERANCE_PX = 2;

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/**
 * Arrow keys move between the tabs. On narrow screens the row scrolls, centers the open tab and fades where it
 * continues.
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
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={moveByKey}
        onBlur={() => setFocused(null)}
        onScroll={measure}
        // Scroll padding keeps the focused tab clear of the fade.
        className={clsx(
          "flex scroll-px-10 gap-1 overflow-x-auto border-b border-line",
          isBefore && "mask-l-from-[calc(100%-2.5rem)]",
          isAfter && "mask-r-from-[calc(100%-2.5rem)]",
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

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
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

/** Whether a scrolling row overflows on either side; call `measure` after it scrolls or its content changes. */
function useOverflow(row: RefObject<HTMLElement | null>): Overflow & { measure: () => void } {
  const [overflow, setOverflow] = useState<Overflow>({ isBefore: false, isAfter: false, widthPx: 0 });
  const measure = useCallback(() => {
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth: widthPx } = row.current;
    const isBefore = scrollLeft > TOLERANCE_PX;
    const isAfter = scrollWidth - widthPx - scrollLeft > TOLERANCE_PX;
    setOverflow((was) =>
      was.isBefore === isBefore && was.isAfter === isAfter && was.widthPx === widthPx
        ? was
        : { isBefore, isAfter, widthPx },
    );
  }, [row]);
  useEffect(() => {
    if (!row.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [row, measure]);
  return { ...overflow, measure };
}
