import { describe, expect, test } from "vitest";
import { slidesPerViewAt } from "#ui/carousel.tsx";
import { BANNER, CAROUSELS } from "./carousel-settings.ts";

/** As docs/product.md lists them: the cards per view at each screen width. */
const TABLE: Record<
  keyof typeof CAROUSELS,
  { autoplayMs: number | null; slidesPerView: [screenPx: number, cards: number][] }
> = {
  trending: {
    autoplayMs: 8_000,
    slidesPerView: [
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
    slidesPerView: [
      [1724, 5],
      [1723, 4],
      [1411, 3],
      [1096, 2],
      [712, 1],
    ],
  },
  topEarners: {
    autoplayMs: 8_000,
    slidesPerView: [
      [1725, 5],
      [1724, 4],
      [1411, 3],
      [1096, 2],
      [786, 1],
    ],
  },
  weekly: {
    autoplayMs: 2_000,
    slidesPerView: [
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
    slidesPerView: [
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

test("the banner advances every 8 seconds, in half a second", () => {
  expect(BANNER).toEqual({ autoplayMs: 8_000, speedMs: 500 });
});

describe.each(Object.entries(TABLE))("the carousel %s", (name, { autoplayMs, slidesPerView }) => {
  const carousel = CAROUSELS[name as keyof typeof CAROUSELS];

  test("advances as often as specified", () => {
    expect(carousel.autoplayMs).toBe(autoplayMs);
  });

  test.each(slidesPerView)("at %i px shows %i cards", (screenPx, cards) => {
    expect(slidesPerViewAt(screenPx, carousel.slidesPerView, carousel.breakpoints)).toBe(cards);
  });
});
