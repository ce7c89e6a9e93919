import { useEffect, useState } from "react";
import { useReducedMotion } from "#lib/use-media.ts";

type Autoplay = { isPlaying: boolean; toggle: () => void };

/**
 * Moves something on by itself every `intervalMs`, or never when that is null. It starts paused for people who asked
 * for less motion, and waits while the pointer or the focus is on it (`isHeld`) or the tab is not looked at.
 */
export function useAutoplay(intervalMs: number | null, isHeld: boolean, onTick: () => void): Autoplay {
  const isStill = useReducedMotion();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isPlaying = intervalMs !== null && (chosen ?? !isStill);

  useEffect(() => {
    if (!isPlaying || isHeld || intervalMs === null) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") onTick();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isPlaying, isHeld, intervalMs, onTick]);

  return { isPlaying, toggle: () => setChosen(!isPlaying) };
}
