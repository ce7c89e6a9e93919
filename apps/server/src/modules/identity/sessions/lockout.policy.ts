export const ATTEMPTS_ALLOWED = 5;
export const ATTEMPTS_WINDOW_MIN = 15;
/** Wrong attempts in a day at one account, from all networks together, after which a password alone is not enough. */
export const ACCOUNT_ATTEMPTS_ALLOWED = 30;
export const ACCOUNT_WINDOW_MIN = 24 * 60;
const WAIT_FIRST_S = 30;
const WAIT_LONGEST_S = 15 * 60;

/**
 * After five wrong tries in the window each further one doubles the wait, from 30 seconds up to the
 * length of the window; it is never a permanent lock.
 * @param tries the wrong tries of the window, newest first
 * @returns seconds still to wait, 0 when a try is allowed
 */
export function lockoutWaitS(tries: readonly Date[], now: Date): number {
  const [newest] = tries;
  if (!newest || tries.length < ATTEMPTS_ALLOWED) return 0;
  const waitS = Math.min(WAIT_FIRST_S * 2 ** (tries.length - ATTEMPTS_ALLOWED), WAIT_LONGEST_S);
  return Math.max(0, Math.ceil(waitS - (now.getTime() - newest.getTime()) / 1000));
}
