import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, type TouchEvent, useCallback, useEffect, useRef, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";
import { useIsWhole } from "../lib/idle-queue.ts";
import { PlayPause, useAutoplay } from "./autoplay.tsx";
import { useHold } from "./use-hover-or-focus.ts";

type SlideshowProps<Slide> = {
  label: string;
  slides: readonly Slide[];
  keyOf: (slide: Slide) => string;
  /** `isMoving`: this slide is in sight and the person has not paused; what plays in it may play. */
  children: (slide: Slide, state: { isShown: boolean; isMoving: boolean }) => ReactNode;
  autoplayMs: number;
  speedMs: number;
  className?: string;
};

/** Less is a tap that slipped. */
const SWIPE_PX = 40;

/** One slide at a time, round and round: dots, swipe, arrow keys, and a Pause that is always in sight. */
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
  const { isHeld, handlers } = useHold();
  const isStill = useReducedMotion();
  const isWhole = useIsWhole();
  const count = slides.length;
  const at = count === 0 ? 0 : shown % count;

  const move = useCallback((by: number) => setShown((was) => (was + by + count) % count), [count]);
  const autoplay = useAutoplay(
    section,
    { intervalMs: count > 0 ? autoplayMs : null, isHeld },
    useCallback(() => move(1), [move]),
  );

  // The slide that goes out of sight would take the focus with it.
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
        // biome-ignore lint/a11y/useSemanticElements: a slide is a group, and no group of form fields
        <div
          key={keyOf(slide)}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${count}`}
          // What is out of sight cannot be reached by Tab either.
          inert={index !== at}
          className="transition-[translate,opacity] ease-out [grid-area:1/1]"
          style={{
            translate: `${offset(index, at, count) * 100}%`,
            opacity: index === at ? 1 : 0,
            transitionDuration: isStill ? "0ms" : `${speedMs}ms`,
          }}
        >
          {(isWhole || index === at) &&
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
              <span className="size-2 rounded-full bg-on-scrim opacity-50 transition-[scale,opacity] group-hover:opacity-100 group-aria-current:scale-150 group-aria-current:opacity-100" />
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

/** Slides to the left of the one shown wait on the left, the others on the right; the last is left of the first. */
function offset(index: number, at: number, count: number): -1 | 0 | 1 {
  if (index === at) return 0;
  const ahead = (index - at + count) % count;
  return ahead <= count / 2 ? 1 : -1;
}
