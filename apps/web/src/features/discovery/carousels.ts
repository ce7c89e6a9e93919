import type { RailStep } from "#ui/slides-per-view.ts";

/** `autoplayMs` is null where the row stands still. */
export type Carousel = { shown: number; steps: readonly RailStep[]; autoplayMs: number | null };

/** The home banner: one slide at a time. */
export const BANNER = { autoplayMs: 8_000, speedMs: 500 } as const;

/** How many cards each carousel shows at once, and how often it moves by itself: section 9 of the specification. */
export const CAROUSELS = {
  /** 'Top 25 earners: This week'. Its counts are specified and its widths are not: those of the other earners, and of a phone. */
  weekly: {
    shown: 7,
    autoplayMs: 2_000,
    steps: [
      { maxWidth: 1724, shown: 5 },
      { maxWidth: 1411, shown: 4 },
      { maxWidth: 1096, shown: 3 },
      { maxWidth: 786, shown: 2 },
      { maxWidth: 680, shown: 1 },
    ],
  },
  trending: {
    shown: 5,
    autoplayMs: 8_000,
    steps: [
      { maxWidth: 1723, shown: 4 },
      { maxWidth: 1411, shown: 3 },
      { maxWidth: 1096, shown: 2 },
      { maxWidth: 786, shown: 2 },
      { maxWidth: 712, shown: 1 },
    ],
  },
  /** Images and documents: not specified, so as the videos above them, but they are read, and stand still. */
  newest: {
    shown: 5,
    autoplayMs: null,
    steps: [
      { maxWidth: 1723, shown: 4 },
      { maxWidth: 1411, shown: 3 },
      { maxWidth: 1096, shown: 2 },
      { maxWidth: 712, shown: 1 },
    ],
  },
  /** Of all time. */
  topEarners: {
    shown: 5,
    autoplayMs: 8_000,
    steps: [
      { maxWidth: 1724, shown: 4 },
      { maxWidth: 1411, shown: 3 },
      { maxWidth: 1096, shown: 2 },
      { maxWidth: 786, shown: 1 },
    ],
  },
  athletes: {
    shown: 8,
    autoplayMs: 4_000,
    steps: [
      { maxWidth: 1795, shown: 7 },
      { maxWidth: 1608, shown: 5 },
      { maxWidth: 1411, shown: 4 },
      { maxWidth: 1096, shown: 3 },
      { maxWidth: 786, shown: 2 },
      { maxWidth: 680, shown: 1 },
    ],
  },
} as const satisfies Record<string, Carousel>;
