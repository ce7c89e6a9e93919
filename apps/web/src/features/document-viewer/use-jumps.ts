import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page of a document that this entry shows, from 1. */
    documentPage?: number;
  }
}

/** @returns the page that the entry of the history shows; null if no jump led from or to it */
export function useJumpTarget(): number | null {
  return useRouterState({ select: ({ location }) => location.state.documentPage ?? null });
}

type Place = { page: number; goTo: (page: number) => void };

/**
 * Back leads from where a link of the document led to the page that it is on.
 * @returns goes to a page, as a step in the browser's history
 */
export function useJumps({ page, goTo }: Place): (to: number) => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  const target = useJumpTarget();
  const show = useEffectEvent((to: number) => goTo(to));
  useEffect(() => {
    if (target !== null) show(target);
  }, [target]);

  return (to) => {
    history.replace(history.location.href, { ...history.location.state, documentPage: page });
    void navigate({ to: ".", search: true, hash: true, state: { documentPage: to }, resetScroll: false });
    // Also where it is not a new target.
    goTo(to);
  };
}
