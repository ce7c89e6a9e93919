import { type RefObject, useEffect, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";
import { useIsBehindModal } from "./modals.ts";

type Autoplay = {
  /** What the person chose, or what is chosen for them: the Pause button shows it. */
  isPlaying: boolean;
  /** False behind an open modal as well. */
  isMoving: boolean;
  toggle: () => void;
};

/**
 * Moves something on by itself every `intervalMs`, or never when that is null. It starts paused for people who asked
 * for less motion, and waits while the pointer or the focus is on it (`isHeld`), while a modal is open, `moved` is out
 * of sight, or the tab is in the background.
 */
export function useAutoplay(
  moved: RefObject<HTMLElement | null>,
  { intervalMs, isHeld }: { intervalMs: number | null; isHeld: boolean },
  onTick: () => void,
): Autoplay {
  const isStill = useReducedMotion();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPlaying = intervalMs !== null && (chosen ?? !isStill);
  const isMoving = !useIsBehindModal() && isPlaying;

  useEffect(() => {
    if (!isMoving || isHeld || intervalMs === null || !moved.current) return;
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
  }, [moved, isMoving, isHeld, intervalMs, onTick]);

  return { isPlaying, isMoving, toggle: () => setChosen(!isPlaying) };
}
