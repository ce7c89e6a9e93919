import { useSyncExternalStore } from "react";

/** Slides per view on screens up to `maxWidth` pixels. */
export type Breakpoint = { maxWidth: number; slidesPerView: number };

/** How many slides of a carousel are visible at the current screen width. */
export function useSlidesPerView(widest: number, breakpoints: readonly Breakpoint[]): number {
  return useSyncExternalStore(subscribeToWidth, () => slidesPerViewAt(readWidth(), widest, breakpoints));
}

/** @returns the value of the narrowest matching breakpoint, or `widest` above all of them */
export function slidesPerViewAt(screenWidth: number, widest: number, breakpoints: readonly Breakpoint[]): number {
  let slides = widest;
  for (const breakpoint of breakpoints.toSorted((a, b) => b.maxWidth - a.maxWidth)) {
    if (screenWidth <= breakpoint.maxWidth) slides = breakpoint.slidesPerView;
  }
  return slides;
}

/** With gaps of 1 rem; a single slide leaves room for the next one to peek in. */
export function slideWidth(slidesPerView: number): string {
  return slidesPerView === 1 ? "86%" : `calc((100% - ${slidesPerView - 1}rem) / ${slidesPerView})`;
}

/** Cached until it changes, because reading `innerWidth` forces a layout. */
let widthPx: number | null = null;
const subscribers = new Set<() => void>();

function readWidth(): number {
  if (widthPx === null) window.addEventListener("resize", updateWidth);
  widthPx ??= window.innerWidth;
  return widthPx;
}

/** A single listener, so that all subscribers read the updated cache. */
function updateWidth(): void {
  widthPx = window.innerWidth;
  for (const onChange of subscribers) onChange();
}

function subscribeToWidth(onChange: () => void): () => void {
  subscribers.add(onChange);
  return () => subscribers.delete(onChange);
}
