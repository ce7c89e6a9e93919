import { useEffect } from "react";
import { create } from "zustand";

/** How many dialogs are open over the page. */
const useOpenModals = create(() => ({ count: 0 }));

/** Counts a dialog while it is open. */
export function useModal(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    useOpenModals.setState(({ count }) => ({ count: count + 1 }));
    return () => useOpenModals.setState(({ count }) => ({ count: count - 1 }));
  }, [isOpen]);
}

/** Whether a dialog lies over the page: what moves by itself waits until it is closed. */
export function useIsBehindModal(): boolean {
  return useOpenModals(({ count }) => count > 0);
}
