import type { Breakpoint } from "#ui/carousel.tsx";

/** `autoplayMs` is null for a carousel without autoplay. */
export type CarouselSettings = { slidesPerView: number; breakpoints: readonly Breakpoint[]; autoplayMs: number | null };

/** The home banner shows one slide at a time. */
export const BANNER = { autoplayMs: 8_000, speedMs: 500 } as const;

/**
 * How many cards each carousel shows per width (slides per view), and its autoplay. docs/product.md lists them, except
 * the newest, which have the widths of Trending.
 */
export const CAROUSELS = {
  /** 'Top 25 earners: This week'. Only its counts are specified; the widths are those of the top earners and of a phone. */
  weekly: {
    slidesPerView: 7,
    autoplayMs: 2_000,
    breakpoints: [
      { maxWidth: 1724, slidesPerView: 5 },
      { maxWidth: 1411, slidesPerView: 4 },
      { maxWidth: 1096, slidesPerView: 3 },
      { maxWidth: 786, slidesPerView: 2 },
      { maxWidth: 680, slidesPerView: 1 },
    ],
  },
  trending: {
    slidesPerView: 5,
    autoplayMs: 8_000,
    breakpoints: [
      { maxWidth: 1723, slidesPerView: 4 },
      { maxWidth: 1411, slidesPerView: 3 },
      { maxWidth: 1096, slidesPerView: 2 },
      { maxWidth: 786, slidesPerView: 2 },
      { maxWidth: 712, slidesPerView: 1 },
    ],
  },
  /** Images and documents are not specified. They use the widths of the videos, but no autoplay, because people read them. */
  newest: {
    slidesPerView: 5,
    autoplayMs: null,
    breakpoints: [
      { maxWidth: 1723, slidesPerView: 4 },
      { maxWidth: 1411, slidesPerView: 3 },
      { maxWidth: 1096, slidesPerView: 2 },
      { maxWidth: 712, slidesPerView: 1 },
    ],
  },
  /** All-time earners. */
  topEarners: {
    slidesPerView: 5,
    autoplayMs: 8_000,
    breakpoints: [
      { maxWidth: 1724, slidesPerView: 4 },
      { maxWidth: 1411, slidesPerView: 3 },
      { maxWidth: 1096, slidesPerView: 2 },
      { maxWidth: 786, slidesPerView: 1 },
    ],
  },
  athletes: {
    slidesPerView: 8,
    autoplayMs: 4_000,
    breakpoints: [
      { maxWidth: 1795, slidesPerView: 7 },
      { maxWidth: 1608, slidesPerView: 5 },
      { maxWidth: 1411, slidesPerView: 4 },
      { maxWidth: 1096, slidesPerView: 3 },
      { maxWidth: 786, slidesPerView: 2 },
      { maxWidth: 680, slidesPerView: 1 },
    ],
  },
} as const satisfies Record<string, CarouselSettings>;
