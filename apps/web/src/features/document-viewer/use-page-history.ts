import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page of a document that this entry shows, from 1. */
    documentPage?: number;
  }
}

/** @returns the page that the entry of the history shows; null if no jump led from or to it */
export function useHistoryPage(): number | null {
  return useRouterState({ select: ({ location }) => location.state.documentPage ?? null });
}

type Place = { page: number; goTo: (page: number) => void };

/**
 * For links and the contents of a document: Back leads to the page that the reader came from.
 * @returns goes to a page, as a step in the browser's history
 */
export function usePageHistory({ page, goTo }: Place): (to: number) => void {
  const navigate = useNavigate();
  const target = useHistoryPage();
  const show = useEffectEvent((to: number) => goTo(to));
  useEffect(() => {
    if (target === null) return;
    // After the router, which restores how far the pages were scrolled when the entry was left: to the target of the jump.
    const timer = setTimeout(() => show(target));
    return () => clearTimeout(timer);
  }, [target]);

  return (to) => {
    if (to === page) return goTo(to);
    // Unknown to the router, which would merge this with the next step.
    History.prototype.replaceState.call(window.history, { ...window.history.state, documentPage: page }, "");
    void navigate({ to: ".", search: true, hash: true, state: { documentPage: to }, resetScroll: false });
    // Also to the target of the last jump, after scrolling away from it.
    goTo(to);
  };
}
