import { readDraft, saveDraft } from "#lib/drafts.ts";
import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";

const SIGN_UP_PATH = `${PERSONAL_PREFIX}sign-up-path`;

/**
 * Keeps where somebody wanted to go when they signed up, until their address is verified: by the code, or by the link in
 * another tab of this browser.
 * @param next nowhere in particular: what an earlier sign-up kept is forgotten
 */
export function keepSignUpPath(next: string | null | undefined): void {
  if (next) saveDraft(SIGN_UP_PATH, next);
  else takeSignUpPath();
}

/** @returns what was kept, and forgets it */
export function takeSignUpPath(): string | null {
  const next = readDraft(SIGN_UP_PATH);
  saveDraft(SIGN_UP_PATH, null);
  return next;
}
