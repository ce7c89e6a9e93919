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
