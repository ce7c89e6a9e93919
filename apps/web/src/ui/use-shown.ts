import { useSyncExternalStore } from "react";
import { type RailStep, shownAt } from "./shown-at.ts";

/** How many cards of a rail are shown at once on the screen as it is now. */
export function useShown(widest: number, steps: readonly RailStep[]): number {
  return useSyncExternalStore(watchWidth, () => shownAt(readWidth(), widest, steps));
}

/** The width of one of `shown` cards with 1 rem between them; a single one lets the next peek in. */
export function cardWidth(shown: number): string {
  return shown === 1 ? "86%" : `calc((100% - ${shown - 1}rem) / ${shown})`;
}

/** Kept until it changes: each time it is asked for, the browser lays out at once all that was drawn since. */
let widthPx: number | null = null;
const watchers = new Set<() => void>();

function readWidth(): number {
  if (widthPx === null) window.addEventListener("resize", noticeWidth);
  widthPx ??= window.innerWidth;
  return widthPx;
}

/** The only one that listens: listeners of their own would ask before the kept width has changed. */
function noticeWidth(): void {
  widthPx = window.innerWidth;
  for (const onChange of watchers) onChange();
}

function watchWidth(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
