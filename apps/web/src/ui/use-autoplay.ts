import { type RefObject, useEffect, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";

type Autoplay = { isPlaying: boolean; toggle: () => void };

/**
 * Moves something on by itself every `intervalMs`, or never when that is null. It starts paused for people who asked
 * for less motion, and waits while the pointer or the focus is on it (`isHeld`), while `moved` is out of sight, or the
 * tab is not looked at.
 */
export function useAutoplay(
  moved: RefObject<HTMLElement | null>,
  { intervalMs, isHeld }: { intervalMs: number | null; isHeld: boolean },
  onTick: () => void,
): Autoplay {
  const isStill = useReducedMotion();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPlaying = intervalMs !== null && (chosen ?? !isStill);

  useEffect(() => {
    if (!isPlaying || isHeld || intervalMs === null || !moved.current) return;
    let isInSight = false;
    const observer = new IntersectionObserver(([entry]) => {
      isInSight = entry?.isIntersecting ?? false;
    });
    observer.observe(moved.current);
    const timer = setInterval(() => {
      if (isInSight && document.visibilityState === "visible") onTick();
    }, intervalMs);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [moved, isPlaying, isHeld, intervalMs, onTick]);

  return { isPlaying, toggle: () => setChosen(!isPlaying) };
}
