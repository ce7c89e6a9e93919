import { signUpFields } from "@app/contract/sign-up";

const NAME = "fieldhouse_referral";
const KEPT_S = 30 * 24 * 60 * 60;

/** A link's code counts for 30 days on this browser, also when the person signs up later. */
export function keepReferralCode(code: string): void {
  if (isCode(code)) writeCookie(encodeURIComponent(code), KEPT_S);
}

/** Once it was used it is not for the next person at this browser. */
export function forgetReferralCode(): void {
  writeCookie("", 0);
}

/** @returns the code of the link one came by, else the one that is kept; what can be no code is left out in silence */
export function findReferralCode(fromLink: string | undefined): string | null {
  return [fromLink, readCookie()].find((code) => isCode(code)) ?? null;
}

function isCode(code: string | undefined): code is string {
  return !!code && signUpFields.referral_code.safeParse(code).success;
}

function readCookie(): string | undefined {
  const pair = document.cookie.split("; ").find((one) => one.startsWith(`${NAME}=`));
  try {
    return pair && decodeURIComponent(pair.slice(NAME.length + 1));
  } catch {
    return undefined;
  }
}

function writeCookie(value: string, keptS: number): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${NAME}=${value}; Max-Age=${keptS}; Path=/; SameSite=Lax${secure}`;
}
