import type { UserCard } from "@app/contract/accounts";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { clearOrphanedTexts, clearPersonalStorage, clearTextsOfOthers } from "./personal-storage.ts";

export const SESSION_KEY = "fieldhouse.session";

type SessionState = {
  user: UserCard | null;
  /** Identifies this browser, so that signing in again does not add a device. */
  deviceId: string;
};

/** The part of a session that survives a reload. Never a token. */
export const useSessionStore = create<SessionState>()(
  persist((): SessionState => ({ user: null, deviceId: crypto.randomUUID() }), { name: SESSION_KEY, version: 1 }),
);

export function setUser(user: UserCard | null): void {
  if (user === null) clearPersonalStorage(null);
  else clearTextsOfOthers(user.id);
  if (useSessionStore.getState().user === null) clearOrphanedTexts();
  useSessionStore.setState({ user });
}

/** For a session that ended without its user asking for it: what they had typed is there when they sign in again. */
export function clearExpiredSession(): void {
  clearPersonalStorage(useSessionStore.getState().user?.id ?? null);
  useSessionStore.setState({ user: null });
}

/** In memory only: a script that reads this page's storage finds no token. */
let accessToken: string | null = null;

export function getAccessToken(): string | null {
  return accessToken;
}

export function setAccessToken(token: string | null): void {
  accessToken = token;
}
