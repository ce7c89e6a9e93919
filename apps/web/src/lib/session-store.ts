import type { UserCard } from "@app/contract/accounts";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { forgetDrafts } from "./drafts.ts";

export const SESSION_KEY = "fieldhouse.session";

type SessionState = {
  user: UserCard | null;
  /** Names this browser to the server, so that signing in again does not add a device. */
  deviceId: string;
};

/** All of a session that outlives the page: the person's card and the name of the device. Never a token. */
export const useSessionStore = create<SessionState>()(
  persist((): SessionState => ({ user: null, deviceId: crypto.randomUUID() }), { name: SESSION_KEY, version: 1 }),
);

export function setUser(user: UserCard | null): void {
  if (user === null) forgetDrafts();
  useSessionStore.setState({ user });
}
