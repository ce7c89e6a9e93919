const KEY = "fieldhouse.own-registration";

/** This tab has begun the sign-up, or its reader has named the address; a reload changes nothing about it. */
export function ownRegistration(): void {
  sessionStorage.setItem(KEY, "1");
}

export function isOwnRegistration(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}
