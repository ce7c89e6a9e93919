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
export function waitForIdle(): Promise<void> {
  last = last.then(() => new Promise((resolve) => whenIdle(resolve)));
  return last;
}

/** False on first render, true once the main thread is idle. Mounting hidden parts then keeps the first layout short. */
export function useDeferredMount(): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    void waitForIdle().then(() => startTransition(() => setMounted(true)));
  }, []);
  return isMounted;
}
