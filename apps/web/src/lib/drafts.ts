import { TEXT_PREFIX } from "./personal-storage.ts";

/** Where an unsent text of one account is kept. */
export type TextDraft = { accountId: string; name: string };

export function textKey({ accountId, name }: TextDraft): string {
  return `${TEXT_PREFIX}${accountId}.${name}`;
}

/** @returns the unsent text of a field, or an empty one */
export function readTextDraft(draft: TextDraft): string {
  return readDraft(textKey(draft)) ?? "";
}

/** @param text an empty one deletes the draft */
export function saveTextDraft(draft: TextDraft, text: string): void {
  saveDraft(textKey(draft), text.trim() === "" ? null : text);
}

/**
 * What was typed in this tab is in `sessionStorage`, because another tab may have the same field open. `localStorage` has
 * what any tab typed last, for when the tab is closed.
 */
const tab = () => sessionStorage;
const device = () => localStorage;

/** The draft that this tab read or wrote last. */
const known = new Map<string, string | null>();

/** @returns what this tab typed, or else what another tab typed last, or null */
export function findDraft(key: string): string | null {
  return read(tab, key) ?? read(device, key);
}

/** Like `findDraft`, for a field that shows the draft and may delete it when it is sent. */
export function readDraft(key: string): string | null {
  const stored = findDraft(key);
  known.set(key, stored);
  return stored;
}

/** @param text null deletes this tab's draft, but not one that another tab wrote meanwhile */
export function saveDraft(key: string, text: string | null): void {
  if (text === null) {
    const own = read(tab, key) ?? known.get(key);
    if (read(device, key) === own) quietly(() => device().removeItem(key));
    quietly(() => tab().removeItem(key));
    known.delete(key);
    return;
  }
  known.set(key, text);
  // A form writes its draft also when it opens: until something is typed, it is not this tab's own.
  if (read(tab, key) === null && read(device, key) === text) return;
  quietly(() => tab().setItem(key, text));
  quietly(() => device().setItem(key, text));
}

function read(storage: () => Storage, key: string): string | null {
  return quietly(() => storage().getItem(key)) ?? null;
}

/** Storage can be blocked or full: then a draft lasts as long as the page. */
function quietly<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
