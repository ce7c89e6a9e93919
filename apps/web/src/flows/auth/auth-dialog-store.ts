import { create } from "zustand";

type Entry = {
  /** Which of the ways in stands over the page. */
  shown: "sign-in" | "join" | null;
  /** Where the person wanted to go, and goes once signed in. */
  next: string | null;
};

export const useAuthDialog = create<Entry>()(() => ({ shown: null, next: null }));

export function openSignIn(next: string | null = useAuthDialog.getState().next): void {
  useAuthDialog.setState({ shown: "sign-in", next });
}

export function openJoin(next: string | null = useAuthDialog.getState().next): void {
  useAuthDialog.setState({ shown: "join", next });
}

export function closeAuthDialog(): void {
  useAuthDialog.setState({ shown: null, next: null });
}
