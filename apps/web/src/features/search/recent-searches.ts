import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";

/** Deleted on sign-out. */
const KEY = `${PERSONAL_PREFIX}searches`;
const RECENT_MAX = 8;

export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((term) => typeof term === "string").slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

export function saveRecent(term: string): void {
  write(withRecent(readRecent(), term));
}

export function clearRecent(): void {
  write([]);
}

/** Newest first, without duplicates that differ only in case. */
export function withRecent(recent: readonly string[], term: string): string[] {
  const others = recent.filter((one) => one.toLowerCase() !== term.toLowerCase());
  return [term, ...others].slice(0, RECENT_MAX);
}

function write(terms: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(terms));
  } catch {
    // Storage is blocked or full: recent searches are not saved.
  }
}
