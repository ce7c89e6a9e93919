/** A page that is still being drawn has better things to do; by then even a busy one acts. */
const LATEST_MS = 2_000;

/** Safari has no `requestIdleCallback`. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(act, { timeout: LATEST_MS });
  else setTimeout(act, LATEST_MS / 2);
}

let last = Promise.resolve();

/** Fulfilled when the page is idle, for one waiting after the other: each draws its part, and none all of them at once. */
export function idleTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => whenIdle(resolve)));
  return last;
}
