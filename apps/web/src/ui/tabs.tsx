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

type Beside = { isBefore: boolean; isAfter: boolean; widthPx: number };

/** Places are measured in parts of a pixel, and scrolled to in whole ones. */
const NEARLY_PX = 2;

type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/**
 * Arrows move between the tabs; on a narrow screen the row of them scrolls, with the open one in its middle, and fades
 * where there is more of it.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  // The one that has the focus while the row has it: Tab leads into the row to the open one, and out of it from any.
  const [aimedAt, setAimedAt] = useState<Value | null>(null);
  const { isBefore, isAfter, widthPx, measure } = useMoreBeside(row);
  const open = tabs.find((tab) => tab.value === value);

  // Also when a tab before it has come or gone. Only the row scrolls: the page may stand further down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is measured anew for each of these
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
        onBlur={() => setAimedAt(null)}
        onScroll={measure}
        // What has the focus is scrolled clear of where it fades.
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
            tabIndex={tab.value === (aimedAt ?? value) ? 0 : -1}
            onFocus={() => setAimedAt(tab.value)}
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: Tab leads from the row to what it opened
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

/** On which sides a row that scrolls has more than it shows; `measure` when it was scrolled, or has other things in it. */
function useMoreBeside(row: RefObject<HTMLElement | null>): Beside & { measure: () => void } {
  const [beside, setBeside] = useState<Beside>({ isBefore: false, isAfter: false, widthPx: 0 });
  const measure = useCallback(() => {
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth: widthPx } = row.current;
    const isBefore = scrollLeft > NEARLY_PX;
    const isAfter = scrollWidth - widthPx - scrollLeft > NEARLY_PX;
    setBeside((was) =>
      was.isBefore === isBefore && was.isAfter === isAfter && was.widthPx === widthPx
        ? was
        : { isBefore, isAfter, widthPx },
    );
  }, [row]);
  useEffect(() => {
    if (!row.current) return;
    const watch = new ResizeObserver(measure);
    watch.observe(row.current);
    return () => watch.disconnect();
  }, [row, measure]);
  return { ...beside, measure };
}
