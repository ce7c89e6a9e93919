export const ATTEMPTS_ALLOWED = 5;
export const ATTEMPTS_WINDOW_MIN = 15;
/** Failed attempts per account and day, from all networks together, after which the password alone is not enough. */
export const ACCOUNT_ATTEMPTS_ALLOWED = 30;
export const ACCOUNT_WINDOW_MIN = 24 * 60;
const WAIT_FIRST_S = 30;
const WAIT_LONGEST_S = 15 * 60;

/**
 * After five failed attempts in the window, each further one doubles the wait, from 30 seconds up to the length of the
 * window. There is no permanent lock.
 * @param attempts the failed attempts of the window, newest first
 * @returns seconds left to wait, 0 if an attempt is allowed
 */
export function lockoutWaitS(attempts: readonly Date[], now: Date): number {
  const [newest] = attempts;
  if (!newest || attempts.length < ATTEMPTS_ALLOWED) return 0;
  const waitS = Math.min(WAIT_FIRST_S * 2 ** (attempts.length - ATTEMPTS_ALLOWED), WAIT_LONGEST_S);
  return Math.max(0, Math.ceil(waitS - (now.getTime() - newest.getTime()) / 1000));
}
