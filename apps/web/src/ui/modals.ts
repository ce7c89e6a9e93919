import { useEffect } from "react";
import { create } from "zustand";

const useOpenModals = create(() => ({ count: 0 }));

/** Registers a dialog while it is open. */
export function useModal(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    useOpenModals.setState(({ count }) => ({ count: count + 1 }));
    return () => useOpenModals.setState(({ count }) => ({ count: count - 1 }));
  }, [isOpen]);
}

/** Whether a dialog is open; autoplay waits until it closes. */
export function useIsBehindModal(): boolean {
  return useOpenModals(({ count }) => count > 0);
}
