import { type RefObject, useCallback, useEffect, useState } from "react";

const HIDE_AFTER_MS = 3_000;
/** A mouse moves a hundred times a second; that is one sign of life, not a hundred. */
const NOTICED_EVERY_MS = 250;

/**
 * Controls stay while nothing plays, while a menu is open, and while the keyboard is in them;
 * else they go 3 s after the last movement.
 * @returns whether they are shown, and what to call on any sign of life
 */
export function useControlsShown(
  root: RefObject<HTMLElement | null>,
  isPlaying: boolean,
  isHeld: boolean,
): { isShown: boolean; wake: () => void; hide: () => void } {
  const [wokenAt, setWokenAt] = useState(0);
  const [isIdle, setIsIdle] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each sign of life starts the time anew
  useEffect(() => {
    if (!isPlaying || isHeld) return;
    const timer = setInterval(() => {
      const isInUse = root.current?.querySelector("[data-controls] :focus-visible") ?? null;
      if (isInUse === null) setIsIdle(true);
    }, HIDE_AFTER_MS);
    return () => clearInterval(timer);
  }, [root, isPlaying, isHeld, wokenAt]);

  const wake = useCallback(() => {
    setIsIdle(false);
    const now = performance.now();
    setWokenAt((before) => (now - before > NOTICED_EVERY_MS ? now : before));
  }, []);
  const hide = useCallback(() => setIsIdle(true), []);
  return { isShown: !isPlaying || isHeld || !isIdle, wake, hide };
}
