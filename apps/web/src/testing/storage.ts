import { vi } from "vitest";

/** As in a browser, only the stored keys can be listed. */
export function createStorage(stored: Record<string, string> = {}): Storage {
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => delete stored[key],
    clear: () => {
      for (const key of Object.keys(stored)) delete stored[key];
    },
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(stored, name, { value });
  return stored as Storage;
}

/** A device without anything stored, and a new tab on it. */
export function stubStorages(): void {
  vi.stubGlobal("localStorage", createStorage());
  openTab();
}

/** A tab of its own on the same device. @returns what goes back to the tab before */
export function openTab(): () => void {
  const before = globalThis.sessionStorage;
  vi.stubGlobal("sessionStorage", createStorage());
  return () => vi.stubGlobal("sessionStorage", before);
}
