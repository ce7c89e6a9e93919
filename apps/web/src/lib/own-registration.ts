import { PERSONAL_PREFIX } from "./personal-storage.ts";

const OWN_REGISTRATION_KEY = `${PERSONAL_PREFIX}own-registration`;

/** Remembers that this tab began the sign-up or confirmed its email address. Survives a reload, not a sign-out. */
export function markOwnRegistration(): void {
  sessionStorage.setItem(OWN_REGISTRATION_KEY, "1");
}

export function isOwnRegistration(): boolean {
  return sessionStorage.getItem(OWN_REGISTRATION_KEY) !== null;
}

/** For a sign-out in another tab. */
export function clearOwnRegistration(): void {
  sessionStorage.removeItem(OWN_REGISTRATION_KEY);
}

let provenName: string | null = null;

/** Remembers, until the page is reloaded, whose password was accepted although their email address is not verified. */
export function markProvenName(name: string): void {
  provenName = name.toLowerCase();
}

export function isNameProven({ username, email }: { username: string; email: string }): boolean {
  return username.toLowerCase() === provenName || email.toLowerCase() === provenName;
}
