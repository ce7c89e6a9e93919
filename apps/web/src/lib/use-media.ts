import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query matches; rerenders when that changes. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

export function useReducedMotion(): boolean {
  return useMedia("(prefers-reduced-motion: reduce)");
}

/** From the style sheet's `lg` up, which is wider for somebody whose browser has larger text. */
export function useIsLarge(): boolean {
  return useMedia("(min-width: 64rem)");
}

export function useIsWiderThan(px: number): boolean {
  return useMedia(`(min-width: ${px + 0.02}px)`);
}
