// Apart from the schemas in `accounts.ts`, because every page loads these.
export const LOGIN_MESSAGES = {
  wrong: "These credentials do not match our records.",
  unverified: "Please verify your email address before signing in.",
  success: "You are signed in.",
  loggedOut: "You are signed out.",
  restored: "Welcome back. Your account will not be deleted.",
  restoredPlanEnds:
    "Welcome back. Your account will not be deleted. Your plan will not renew: you can resume it in Settings.",
  linkRequired:
    "Too many wrong passwords were entered for this account. To sign in on this device, use a link that we send to your email address.",
  linkSent: "If there is an account, we have sent a link to its email address.",
} as const;

/** @returns the message after too many failed attempts, with the wait of `waitS` seconds */
export function lockedMessage(waitS: number): string {
  const minutes = Math.ceil(waitS / 60);
  const wait =
    waitS === 1 ? "1 second" : waitS < 60 ? `${waitS} seconds` : minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `Too many failed attempts. Please try again in ${wait}.`;
}
