import { describe, expect, test } from "vitest";
import { shownAt } from "#ui/slides-per-view.ts";
import { BANNER, CAROUSELS } from "./carousels.ts";

/** Screen width and the cards that the specification shows on it. */
const TABLE: Record<keyof typeof CAROUSELS, { autoplayMs: number | null; shown: [screenPx: number, cards: number][] }> =
  {
    trending: {
      autoplayMs: 8_000,
      shown: [
        [1724, 5],
        [1723, 4],
        [1411, 3],
        [1096, 2],
        [786, 2],
        [712, 1],
      ],
    },
    newest: {
      autoplayMs: null,
      shown: [
        [1724, 5],
        [1723, 4],
        [1411, 3],
        [1096, 2],
        [712, 1],
      ],
    },
    topEarners: {
      autoplayMs: 8_000,
      shown: [
        [1725, 5],
        [1724, 4],
        [1411, 3],
        [1096, 2],
        [786, 1],
      ],
    },
    weekly: {
      autoplayMs: 2_000,
      shown: [
        [1725, 7],
        [1724, 5],
        [1411, 4],
        [1096, 3],
        [786, 2],
        [360, 1],
      ],
    },
    athletes: {
      autoplayMs: 4_000,
      shown: [
        [1796, 8],
        [1795, 7],
        [1608, 5],
        [1411, 4],
        [1096, 3],
        [786, 2],
        [680, 1],
      ],
    },
  };

test("the banner moves on every 8 seconds, in half a second", () => {
  expect(BANNER).toEqual({ autoplayMs: 8_000, speedMs: 500 });
});

describe.each(Object.entries(TABLE))("the carousel %s", (name, { autoplayMs, shown }) => {
  const carousel = CAROUSELS[name as keyof typeof CAROUSELS];

  test("moves by itself as often as specified", () => {
    expect(carousel.autoplayMs).toBe(autoplayMs);
  });

  test.each(shown)("on %i px shows %i at once", (screenPx, cards) => {
    expect(shownAt(screenPx, carousel.shown, carousel.steps)).toBe(cards);
  });
});
