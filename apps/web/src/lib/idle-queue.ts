import { startTransition, useEffect, useState } from "react";

/** Runs even on a busy page after this time. */
const TIMEOUT_MS = 2_000;

/** Safari has no `requestIdleCallback`. */
export function whenIdle(callback: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(callback, { timeout: TIMEOUT_MS });
  else setTimeout(callback, TIMEOUT_MS / 2);
}

let last = Promise.resolve();

/** Resolves when the main thread is idle, for one caller at a time, so that parts of a page render one after another. */
export function idleTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => whenIdle(resolve)));
  return last;
}

/**
 * False in the first draw, true when the page has come to rest. What is out of sight is drawn then: a browser lays out
 * all that is drawn at once in one go, and does nothing else meanwhile.
 */
export function useIsWhole(): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    // To a list that is gone by then it is nothing.
    void idleTurn().then(() => startTransition(() => setWhole(true)));
  }, []);
  return isWhole;
}
