import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";

/** Forgotten when the person signs out, as everything else that was typed. */
const KEY = `${PERSONAL_PREFIX}searches`;
const KEPT_MAX = 8;

export function readRecent(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((term) => typeof term === "string").slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

export function keepRecent(term: string): void {
  write(withRecent(readRecent(), term));
}

export function forgetRecent(): void {
  write([]);
}

/** The newest first, each once however it was written. */
export function withRecent(kept: readonly string[], term: string): string[] {
  const others = kept.filter((one) => one.toLowerCase() !== term.toLowerCase());
  return [term, ...others].slice(0, KEPT_MAX);
}

function write(terms: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(terms));
  } catch {
    // Storage is closed to this page, or full: then nothing is remembered.
  }
}
