const ATTEMPTS_MAX = 6;
const FIRST_WAIT_MS = 30_000;
/** More than these at once for a device become one message. */
const SINGLE_MAX = 3;

/**
 * When to try again after a push service did not take a message: when it says, or else later each time.
 * @param attempts so far
 * @returns null: not any more
 */
export function retryAfterMs(attempts: number, askedS: number | null): number | null {
  if (attempts >= ATTEMPTS_MAX) return null;
  return askedS === null ? FIRST_WAIT_MS * 2 ** (attempts - 1) : askedS * 1_000;
}

/** Whether this many notifications, due at once for one device, become one message. */
export function isSummarized(count: number): boolean {
  return count > SINGLE_MAX;
}
