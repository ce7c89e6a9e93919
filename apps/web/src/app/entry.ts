import { create } from "zustand";

type Entry = {
  /** Which of the ways in stands over the page. */
  shown: "sign-in" | "join" | null;
  /** Where the person wanted to go, and goes once signed in. */
  next: string | null;
};

export const useEntry = create<Entry>()(() => ({ shown: null, next: null }));

export function openSignIn(next: string | null = useEntry.getState().next): void {
  useEntry.setState({ shown: "sign-in", next });
}

export function openJoin(next: string | null = useEntry.getState().next): void {
  useEntry.setState({ shown: "join", next });
}

export function closeEntry(): void {
  useEntry.setState({ shown: null, next: null });
}
