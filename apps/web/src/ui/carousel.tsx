import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useIsWhole } from "../lib/idle-queue.ts";
import { PlayPause, useAutoplay } from "./autoplay.tsx";
import { MediaCardSkeleton } from "./skeleton.tsx";
import { cardWidth, type RailStep, useShown } from "./slides-per-view.ts";
import { useHold } from "./use-hover-or-focus.ts";

type RailSkeletonProps = {
  label: string;
  shown: number;
  steps?: readonly RailStep[];
  /** A card that is on its way, in the size it will have. */
  card?: ReactNode;
};

type RailProps<Item> = {
  /** Names the list for a screen reader, and its buttons: 'Trending videos'. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item, index: number) => ReactNode;
  /** Cards shown at once on the widest screen, and on narrower ones. */
  shown: number;
  steps?: readonly RailStep[];
  autoplayMs?: number;
};

/**
 * A row of cards that scrolls: by swipe, by its arrows, by the arrow keys. One card at a time lets the next one peek in,
 * so that a phone shows that there is more.
 */
export function Rail<Item>({ label, items, keyOf, children, shown, steps = [], autoplayMs }: RailProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const cards = useShown(shown, steps);
  // One more than is in sight: the row can be moved on from the first draw.
  const drawn = useIsWhole() ? items : items.slice(0, cards + 1);
  const { canGoBack, canGoOn } = useEnds(list, drawn.length);
  const { isHeld, handlers } = useHold();
  const [isTouched, setTouched] = useState(false);

  const move = useCallback((by: number) => {
    const element = list.current;
    const [first, second] = element?.children ?? [];
    if (!element || !(first instanceof HTMLElement)) return;
    const stepPx = second instanceof HTMLElement ? second.offsetLeft - first.offsetLeft : element.clientWidth;
    const lastPx = element.scrollWidth - element.clientWidth;
    const targetPx = Math.round(element.scrollLeft / stepPx + by) * stepPx;
    // Moving by itself, it starts over after the last card; a person's press stops there.
    element.scrollTo({ left: by === 1 && element.scrollLeft >= lastPx - 1 ? 0 : targetPx, behavior: "smooth" });
  }, []);

  const autoplay = useAutoplay(
    list,
    { intervalMs: canGoBack || canGoOn ? (autoplayMs ?? null) : null, isHeld: isHeld || isTouched },
    useCallback(() => move(1), [move]),
  );

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    focusNeighbour(list.current, event.key === "ArrowRight" ? 1 : -1);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group, and no group of form fields
    <div role="group" aria-label={label} aria-roledescription="carousel" className="relative" {...handlers}>
      <ul
        ref={list}
        onTouchStart={() => setTouched(true)}
        onTouchEnd={() => setTouched(false)}
        onTouchCancel={() => setTouched(false)}
        onKeyDown={moveByKey}
        className="relative flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain scroll-smooth pt-1 pb-2 [scrollbar-width:none]"
      >
        {drawn.map((item, index) => (
          <li key={keyOf(item)} className="min-w-0 shrink-0 snap-start" style={{ width: cardWidth(cards) }}>
            <span className="sr-only">{`${index + 1} of ${items.length}`}</span>
            {children(item, index)}
          </li>
        ))}
      </ul>
      {(canGoBack || canGoOn) && (
        <div className="absolute -top-14 right-0 flex items-center gap-1">
          {autoplayMs !== undefined && (
            <PlayPause
              isPlaying={autoplay.isPlaying}
              onToggle={autoplay.toggle}
              what={label}
              className="text-muted hover:bg-lift hover:text-text"
            />
          )}
          <Arrow label={`Back in ${label}`} isOff={!canGoBack} onPress={() => move(-cards)} Icon={ChevronLeft} />
          <Arrow label={`On in ${label}`} isOff={!canGoOn} onPress={() => move(cards)} Icon={ChevronRight} />
        </div>
      )}
    </div>
  );
}

type ArrowProps = { label: string; isOff: boolean; onPress: () => void; Icon: typeof ChevronLeft };

/** Not `disabled` at the end: the focus would be lost there. */
function Arrow({ label, isOff, onPress, Icon }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
      className="hidden size-9 items-center justify-center rounded-full border border-edge transition-colors hover:bg-lift aria-disabled:opacity-40 md:flex touch:hidden"
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

/** Whether there is anything to either side; asked again after each scroll and each change of size. */
function useEnds(list: { current: HTMLUListElement | null }, count: number) {
  const [ends, setEnds] = useState({ canGoBack: false, canGoOn: false });
  useEffect(() => {
    const element = list.current;
    if (!element || count === 0) return;
    const look = () => {
      const canGoBack = element.scrollLeft > 1;
      const canGoOn = element.scrollLeft < element.scrollWidth - element.clientWidth - 1;
      setEnds((was) => (was.canGoBack === canGoBack && was.canGoOn === canGoOn ? was : { canGoBack, canGoOn }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [list, count]);
  return ends;
}

/** The focus goes to the first control of the next card, and the row scrolls after it. */
function focusNeighbour(list: HTMLUListElement | null, by: 1 | -1): void {
  const items = [...(list?.children ?? [])];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  items[at + by]?.querySelector<HTMLElement>("a, button")?.focus();
}

/** A rail that is on its way, in the size it will have. */
export function RailSkeleton({ label, shown, steps = [], card = <MediaCardSkeleton /> }: RailSkeletonProps) {
  const cards = useShown(shown, steps);
  return (
    <div role="status" className="flex gap-4 overflow-hidden pt-1 pb-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: cards + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and never move
        <div key={index} className="shrink-0" style={{ width: cardWidth(cards) }}>
          {card}
        </div>
      ))}
    </div>
  );
}
