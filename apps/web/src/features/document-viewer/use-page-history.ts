import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";

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
  const { history } = useRouter();
  const navigate = useNavigate();
  const target = useHistoryPage();
  const show = useEffectEvent((to: number) => goTo(to));
  const shown = useRef(target);
  useEffect(() => {
    if (target === shown.current) return;
    shown.current = target;
    if (target === null) return;
    // Once the router has restored the scroll position that it saved for this entry, which is that of the jump's target.
    const timer = setTimeout(() => show(target));
    return () => clearTimeout(timer);
  }, [target]);

  return (to) => {
    if (to === page) return goTo(to);
    history.replace(history.location.href, { ...history.location.state, documentPage: page }, { ignoreBlocker: true });
    // Otherwise the router merges this with the next step.
    history.flush();
    void navigate({ to: ".", search: true, hash: true, state: { documentPage: to }, resetScroll: false });
    // Also to the target of the last jump, after scrolling away from it.
    goTo(to);
  };
}
