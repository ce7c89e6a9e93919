import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, type TouchEvent, useCallback, useEffect, useRef, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";
import { useDeferredMount } from "../lib/idle-queue.ts";
import { PlayPause, useAutoplay } from "./autoplay.tsx";
import { useHoverOrFocus } from "./use-hover-or-focus.ts";

type SlideshowProps<Slide> = {
  label: string;
  slides: readonly Slide[];
  keyOf: (slide: Slide) => string;
  /** `isMoving`: the slide is visible and not paused, so its clip may play. */
  children: (slide: Slide, state: { isShown: boolean; isMoving: boolean }) => ReactNode;
  autoplayMs: number;
  speedMs: number;
  className?: string;
};

/** Shorter swipes count as taps. */
const SWIPE_PX = 40;

/** Loops one slide at a time, with dots, swipe, arrow keys and a Pause button that is always visible. */
export function Slideshow<Slide>({
  label,
  slides,
  keyOf,
  children,
  autoplayMs,
  speedMs,
  className,
}: SlideshowProps<Slide>) {
  const [shown, setShown] = useState(0);
  const section = useRef<HTMLElement>(null);
  const touchedAtPx = useRef(0);
  const { isHoveredOrFocused, handlers } = useHoverOrFocus();
  const prefersReducedMotion = useReducedMotion();
  const isMounted = useDeferredMount();
  const count = slides.length;
  const at = count === 0 ? 0 : shown % count;

  const move = useCallback((by: number) => setShown((was) => (was + by + count) % count), [count]);
  const autoplay = useAutoplay(
    section,
    { intervalMs: count > 0 ? autoplayMs : null, isPaused: isHoveredOrFocused },
    useCallback(() => move(1), [move]),
  );

  // A hidden slide loses the focus, so the new one takes it over.
  const takesFocus = useRef(false);
  useEffect(() => {
    if (takesFocus.current) section.current?.children[at]?.querySelector<HTMLElement>("a, button")?.focus();
    takesFocus.current = false;
  }, [at]);

  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    takesFocus.current = section.current?.querySelector(":focus")?.closest("[role=group]") != null;
    move(event.key === "ArrowRight" ? 1 : -1);
  };
  const moveBySwipe = (event: TouchEvent) => {
    const byPx = (event.changedTouches[0]?.clientX ?? 0) - touchedAtPx.current;
    if (Math.abs(byPx) >= SWIPE_PX) move(byPx > 0 ? -1 : 1);
  };

  return (
    <section
      ref={section}
      aria-label={label}
      aria-roledescription="carousel"
      className={clsx("relative grid overflow-hidden", className)}
      onKeyDown={moveByKey}
      onTouchStart={(event) => {
        touchedAtPx.current = event.touches[0]?.clientX ?? 0;
      }}
      onTouchEnd={moveBySwipe}
      {...handlers}
    >
      {slides.map((slide, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a slide is a group, but not of form fields
        <div
          key={keyOf(slide)}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${count}`}
          inert={index !== at}
          className="transition-[translate,opacity] ease-out [grid-area:1/1]"
          style={{
            translate: `${offset(index, at, count) * 100}%`,
            opacity: index === at ? 1 : 0,
            transitionDuration: prefersReducedMotion ? "0ms" : `${speedMs}ms`,
          }}
        >
          {(isMounted || index === at) &&
            children(slide, { isShown: index === at, isMoving: index === at && autoplay.isMoving })}
        </div>
      ))}
      {count > 0 && (
        <div className="absolute right-3 bottom-3 z-10 flex items-center rounded-full bg-scrim px-1 text-on-scrim">
          {(count > 1 ? slides : []).map((slide, index) => (
            <button
              key={keyOf(slide)}
              type="button"
              aria-label={`Slide ${index + 1} of ${count}`}
              aria-current={index === at || undefined}
              onClick={() => setShown(index)}
              className="group flex size-6 items-center justify-center rounded-full focus-visible:outline-on-scrim touch:h-11 touch:w-8"
            >
              <span className="size-2 forced-color-adjust-none rounded-full bg-on-scrim opacity-50 transition-[scale,opacity] group-hover:opacity-100 group-aria-current:scale-150 group-aria-current:opacity-100" />
            </button>
          ))}
          <PlayPause
            isPlaying={autoplay.isPlaying}
            onToggle={autoplay.toggle}
            what={label}
            className="focus-visible:outline-on-scrim"
          />
        </div>
      )}
    </section>
  );
}

/** Where a slide waits: -1 to the left or 1 to the right of the current one. The last slide is left of the first. */
function offset(index: number, at: number, count: number): -1 | 0 | 1 {
  if (index === at) return 0;
  const ahead = (index - at + count) % count;
  return ahead <= count / 2 ? 1 : -1;
}
