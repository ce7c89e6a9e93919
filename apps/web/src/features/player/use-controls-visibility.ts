import { type RefObject, useCallback, useEffect, useState } from "react";

const HIDE_AFTER_MS = 3_000;
/** Limits rerenders, because a mouse fires about a hundred events a second. */
const ACTIVITY_THROTTLE_MS = 250;

/**
 * Shows the controls while paused, while a menu is open or the keyboard focus is in them; otherwise hides them 3 s after
 * the last activity. Call `show` on any activity.
 */
export function useControlsVisibility(
  root: RefObject<HTMLElement | null>,
  isPlaying: boolean,
  isInteracting: boolean,
): { isShown: boolean; show: () => void; hide: () => void } {
  const [activeAt, setActiveAt] = useState(0);
  const [isIdle, setIsIdle] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: activity restarts the timer
  useEffect(() => {
    if (!isPlaying || isInteracting) return;
    const timer = setInterval(() => {
      const isInUse = root.current?.querySelector("[data-controls] :focus-visible") ?? null;
      if (isInUse === null) setIsIdle(true);
    }, HIDE_AFTER_MS);
    return () => clearInterval(timer);
  }, [root, isPlaying, isInteracting, activeAt]);

  const show = useCallback(() => {
    setIsIdle(false);
    const now = performance.now();
    setActiveAt((before) => (now - before > ACTIVITY_THROTTLE_MS ? now : before));
  }, []);
  const hide = useCallback(() => setIsIdle(true), []);
  return { isShown: !isPlaying || isInteracting || !isIdle, show, hide };
}
