import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useDeferredMount } from "#lib/idle-queue.ts";
import { hasModifier } from "#lib/keys.ts";
import { PlayPause, useAutoplay } from "./autoplay.tsx";
import { UnstyledButton } from "./button.tsx";
import { MediaCardSkeleton } from "./skeleton.tsx";
import { useHoverOrFocus } from "./use-hover-or-focus.ts";

type CarouselProps<Item> = {
  /** Names the list and its buttons for screen readers, such as 'Trending videos'. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  children: (item: Item, index: number) => ReactNode;
  /** On the widest screens; `breakpoints` are for narrower ones. */
  slidesPerView: number;
  breakpoints?: readonly Breakpoint[];
  autoplayMs?: number;
};

/** A row of cards that scrolls by swipe, buttons or arrow keys. With one card per view, the next one peeks in. */
export function Carousel<Item>({
  label,
  items,
  keyOf,
  children,
  slidesPerView,
  breakpoints = [],
  autoplayMs,
}: CarouselProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const cards = useSlidesPerView(slidesPerView, breakpoints);
  // One extra card, so that the row can scroll from the first render.
  const mounted = useDeferredMount() ? items : items.slice(0, cards + 1);
  const { hasPrevious, hasNext } = useOverflow(list, mounted.length);
  const { isHoveredOrFocused, handlers } = useHoverOrFocus();
  const [isTouched, setTouched] = useState(false);

  const move = useCallback((by: number) => {
    const element = list.current;
    const [first, second] = element?.children ?? [];
    if (!element || !(first instanceof HTMLElement)) return;
    const stepPx = second instanceof HTMLElement ? second.offsetLeft - first.offsetLeft : element.clientWidth;
    const lastPx = element.scrollWidth - element.clientWidth;
    const targetPx = Math.round(element.scrollLeft / stepPx + by) * stepPx;
    // Autoplay starts over after the last card; the buttons stop there.
    element.scrollTo({ left: by === 1 && element.scrollLeft >= lastPx - 1 ? 0 : targetPx, behavior: "smooth" });
  }, []);

  const autoplay = useAutoplay(
    list,
    { intervalMs: hasPrevious || hasNext ? (autoplayMs ?? null) : null, isPaused: isHoveredOrFocused || isTouched },
    useCallback(() => move(1), [move]),
  );

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    // The open menu of a card has used the key already.
    if (event.defaultPrevented || hasModifier(event)) return;
    event.preventDefault();
    focusNeighbor(list.current, event.key === "ArrowRight" ? 1 : -1);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a carousel is a group, but not of form fields
    <div role="group" aria-label={label} aria-roledescription="carousel" className="relative" {...handlers}>
      <ul
        ref={list}
        onTouchStart={() => setTouched(true)}
        onTouchEnd={() => setTouched(false)}
        onTouchCancel={() => setTouched(false)}
        onKeyDown={moveByKey}
        className="relative flex snap-x snap-mandatory gap-4 overflow-x-auto overscroll-x-contain scroll-smooth pt-1 pb-2 [scrollbar-width:none]"
      >
        {mounted.map((item, index) => (
          <li key={keyOf(item)} className="min-w-0 shrink-0 snap-start" style={{ width: slideWidth(cards) }}>
            <span className="sr-only">{`${index + 1} of ${items.length}`}</span>
            {children(item, index)}
          </li>
        ))}
      </ul>
      {(hasPrevious || hasNext) && (
        <div className="absolute -top-14 right-0 flex items-center gap-1">
          {autoplayMs !== undefined && (
            <PlayPause
              isPlaying={autoplay.isPlaying}
              onToggle={autoplay.toggle}
              what={label}
              className="text-muted hover:bg-lift hover:text-text"
            />
          )}
          <Arrow label={`Previous: ${label}`} isAtEnd={!hasPrevious} onPress={() => move(-cards)} Icon={ChevronLeft} />
          <Arrow label={`Next: ${label}`} isAtEnd={!hasNext} onPress={() => move(cards)} Icon={ChevronRight} />
        </div>
      )}
    </div>
  );
}

type ArrowProps = { label: string; isAtEnd: boolean; onPress: () => void; Icon: typeof ChevronLeft };

function Arrow({ label, isAtEnd, onPress, Icon }: ArrowProps) {
  return (
    <UnstyledButton
      aria-label={label}
      disabled={isAtEnd}
      onClick={onPress}
      className="hidden size-9 items-center justify-center rounded-full border border-edge transition-colors hover:bg-lift disabled:opacity-40 md:flex touch:hidden"
    >
      <Icon aria-hidden size={20} />
    </UnstyledButton>
  );
}

/** Whether the row can scroll to either side; updates on scroll and resize. */
function useOverflow(list: { current: HTMLUListElement | null }, count: number) {
  const [overflow, setOverflow] = useState({ hasPrevious: false, hasNext: false });
  useEffect(() => {
    const element = list.current;
    if (!element || count === 0) return;
    const update = () => {
      const hasPrevious = element.scrollLeft > 1;
      const hasNext = element.scrollLeft < element.scrollWidth - element.clientWidth - 1;
      setOverflow((was) =>
        was.hasPrevious === hasPrevious && was.hasNext === hasNext ? was : { hasPrevious, hasNext },
      );
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [list, count]);
  return overflow;
}

/** Focuses the first control of the neighboring card, which scrolls it into view. */
function focusNeighbor(list: HTMLUListElement | null, by: 1 | -1): void {
  const items = [...(list?.children ?? [])];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  items[at + by]?.querySelector<HTMLElement>("a, button")?.focus();
}

type CarouselSkeletonProps = {
  label: string;
  slidesPerView: number;
  breakpoints?: readonly Breakpoint[];
  /** The placeholder of one card, in its size. */
  card?: ReactNode;
};

/** The placeholder of a carousel, in its size. */
export function CarouselSkeleton({
  label,
  slidesPerView,
  breakpoints = [],
  card = <MediaCardSkeleton />,
}: CarouselSkeletonProps) {
  const cards = useSlidesPerView(slidesPerView, breakpoints);
  return (
    <div role="status" className="flex gap-4 overflow-hidden pt-1 pb-2">
      <span className="sr-only">{label}</span>
      {Array.from({ length: cards + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
        <div key={index} className="shrink-0" style={{ width: slideWidth(cards) }}>
          {card}
        </div>
      ))}
    </div>
  );
}

/** Slides per view on screens up to `maxWidth` pixels. */
export type Breakpoint = { maxWidth: number; slidesPerView: number };

/** How many slides of a carousel are visible at the current screen width. */
function useSlidesPerView(widest: number, breakpoints: readonly Breakpoint[]): number {
  return useSyncExternalStore(subscribeToWidth, () => slidesPerViewAt(readWidth(), widest, breakpoints));
}

/** @returns the value of the narrowest matching breakpoint, or `widest` above all of them */
export function slidesPerViewAt(screenWidth: number, widest: number, breakpoints: readonly Breakpoint[]): number {
  let slides = widest;
  for (const breakpoint of breakpoints.toSorted((a, b) => b.maxWidth - a.maxWidth)) {
    if (screenWidth <= breakpoint.maxWidth) slides = breakpoint.slidesPerView;
  }
  return slides;
}

/** With gaps of 1 rem; a single slide leaves room for the next one to peek in. */
function slideWidth(slidesPerView: number): string {
  return slidesPerView === 1 ? "86%" : `calc((100% - ${slidesPerView - 1}rem) / ${slidesPerView})`;
}

/** Cached until it changes, because reading `innerWidth` forces a layout. */
let widthPx: number | null = null;
const subscribers = new Set<() => void>();

function readWidth(): number {
  if (widthPx === null) window.addEventListener("resize", updateWidth);
  widthPx ??= window.innerWidth;
  return widthPx;
}

/** A single listener, so that all subscribers read the updated cache. */
function updateWidth(): void {
  widthPx = window.innerWidth;
  for (const onChange of subscribers) onChange();
}

function subscribeToWidth(onChange: () => void): () => void {
  subscribers.add(onChange);
  return () => subscribers.delete(onChange);
}
