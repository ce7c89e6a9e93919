import { create } from "zustand";

type AuthDialogState = {
  /** Which form is open. */
  shown: "sign-in" | "join" | null;
  /** Where to go after signing in. */
  next: string | null;
};

export const useAuthDialog = create<AuthDialogState>()(() => ({ shown: null, next: null }));

export function openSignIn(next: string | null = useAuthDialog.getState().next): void {
  useAuthDialog.setState({ shown: "sign-in", next });
}

export function openJoin(next: string | null = useAuthDialog.getState().next): void {
  useAuthDialog.setState({ shown: "join", next });
}

export function closeAuthDialog(): void {
  useAuthDialog.setState({ shown: null, next: null });
}
