import { useSyncExternalStore } from "react";

/** @returns the whole seconds left until a moment, 0 once it has come */
export function useCountdown(untilMs: number): number {
  return useSyncExternalStore(everyHalfSecond, () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000)));
}

function everyHalfSecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, 500);
  return () => clearInterval(timer);
}
