import { useSyncExternalStore } from "react";

/** Kept until it changes: each time it is asked for, the browser lays out at once all that was drawn since. */
let widthPx: number | null = null;

const watchers = new Set<() => void>();

/** How many cards a rail shows on a screen at most `maxWidth` pixels wide. */
export type RailStep = { maxWidth: number; shown: number };

/** @returns the cards shown at once: those of the narrowest step that still holds the screen, `widest` above them all. */
export function shownAt(screenWidth: number, widest: number, steps: readonly RailStep[]): number {
  let shown = widest;
  for (const step of steps.toSorted((a, b) => b.maxWidth - a.maxWidth)) {
    if (screenWidth <= step.maxWidth) shown = step.shown;
  }
  return shown;
}

/** How many cards of a rail are shown at once on the screen as it is now. */
export function useShown(widest: number, steps: readonly RailStep[]): number {
  return useSyncExternalStore(watchWidth, () => shownAt(readWidth(), widest, steps));
}

/** The width of one of `shown` cards with 1 rem between them; a single one lets the next peek in. */
export function cardWidth(shown: number): string {
  return shown === 1 ? "86%" : `calc((100% - ${shown - 1}rem) / ${shown})`;
}

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
