/** Everything personal on this device has a key with this prefix, so that signing out can delete it. */
export const PERSONAL_PREFIX = "fieldhouse.draft.";

/** What an account has typed and not sent: its id follows. */
export const TEXT_PREFIX = `${PERSONAL_PREFIX}text.`;

/**
 * Leaves nothing personal for the next user of this device.
 * @param keepsTextsOf whose unsent texts stay until they sign in again, for a session that ended by itself; null: nobody's
 */
export function clearPersonalStorage(keepsTextsOf: string | null): void {
  const isKept = (key: string) => keepsTextsOf !== null && key.startsWith(`${TEXT_PREFIX}${keepsTextsOf}.`);
  removeKeys((key) => key.startsWith(PERSONAL_PREFIX) && !isKept(key));
}

/** For a sign-in after another account's session ended on this device. */
export function clearTextsOfOthers(accountId: string): void {
  removeKeys((key) => key.startsWith(TEXT_PREFIX) && !key.startsWith(`${TEXT_PREFIX}${accountId}.`));
}

/** Deletes this tab's copies of texts that the device no longer has, because their user signed out in another tab. */
export function clearOrphanedTexts(): void {
  removeKeysFrom(
    () => sessionStorage,
    (key) => key.startsWith(TEXT_PREFIX) && localStorage.getItem(key) === null,
  );
}

/** On this device and in this tab. */
function removeKeys(isRemoved: (key: string) => boolean): void {
  removeKeysFrom(() => localStorage, isRemoved);
  removeKeysFrom(() => sessionStorage, isRemoved);
}

function removeKeysFrom(storage: () => Storage, isRemoved: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(storage())) if (isRemoved(key)) storage().removeItem(key);
  } catch {
    return;
  }
}
