const NAME = "fieldhouse_referral";
const KEPT_S = 30 * 24 * 60 * 60;

/** A link's code counts for 30 days on this browser, also when the person signs up later. */
export function keepReferralCode(code: string): void {
  const isSecure = window.location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${NAME}=${encodeURIComponent(code)}; Max-Age=${KEPT_S}; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

export function readReferralCode(): string | null {
  const pair = document.cookie.split("; ").find((one) => one.startsWith(`${NAME}=`));
  return pair ? decode(pair.slice(NAME.length + 1)) : null;
}

/** Once it was used it is not for the next person at this browser. */
export function forgetReferralCode(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${NAME}=; Max-Age=0; Path=/; SameSite=Lax`;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value) || null;
  } catch {
    return null;
  }
}
