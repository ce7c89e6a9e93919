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

let widthPx: number | null = null;

/** Kept until it changes: each time it is asked for, the browser lays out at once all that was drawn since. */
function readWidth(): number {
  if (widthPx !== null) return widthPx;
  // Before those who watch it: they read it again at once.
  window.addEventListener("resize", forgetWidth, { once: true, capture: true });
  widthPx = window.innerWidth;
  return widthPx;
}

function forgetWidth(): void {
  widthPx = null;
}

function watchWidth(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}
