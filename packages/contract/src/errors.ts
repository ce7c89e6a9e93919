/** Every kind of error, with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  not_signed_in: 401,
  payment_required: 402,
  not_allowed: 403,
  confirm_password: 403,
  email_not_verified: 403,
  password_required: 403,
  two_factor_required: 403,
  sign_in_link_required: 403,
  suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  invalid_input: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorKind = keyof typeof ERROR_STATUS;

/** Messages that are used in several places. */
export const MESSAGES = {
  notSignedIn: "Please sign in.",
  notAllowed: "You are not allowed to do this.",
  notFound: "Not found.",
  staffTwoFactor: "Turn on two-factor sign-in first. Staff need it.",
  otherSite: "This came from another website.",
  confirmPassword: "Please confirm your password.",
  invalidInput: "Please check the marked fields.",
  unexpected: "An unexpected error occurred. Please try again later.",
  tryAgain: "An error occurred. Please try again later.",
  somethingWrong: "Something went wrong.",
  errorOccurred: "Error Occurred",
  noData: "No data available",
  sorryNoData: "Sorry, no data available.",
  logoutFailed: "Logout failed.",
  offline: "The server could not be reached. Check your connection.",
} as const;

// Apart from the schemas in `accounts.ts`, because every page loads these.
export const LOGIN_MESSAGES = {
  wrong: "These credentials do not match our records.",
  unverified: "Please verify your email address before signing in.",
  success: "You are signed in.",
  loggedOut: "You are signed out.",
  restored: "Welcome back. Your account will not be deleted.",
  restoredPlanEnds:
    "Welcome back. Your account will not be deleted. Your plan will not renew: you can resume it in Settings.",
  restoredPlanEnded:
    "Welcome back. Your account will not be deleted. Your plan has ended: you can pay for it again in Settings.",
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
