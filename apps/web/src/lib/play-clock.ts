import { useSyncExternalStore } from "react";

/** The position of a player, for what follows it on the page. It changes several times a second. */
export type PlayClock = {
  set: (atS: number) => void;
  get: () => number;
  subscribe: (listener: () => void) => () => void;
};

export function createPlayClock(): PlayClock {
  const listeners = new Set<() => void>();
  let atS = 0;
  return {
    set: (now) => {
      atS = now;
      for (const listener of listeners) listener();
    },
    get: () => atS,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders only when the selected value changes. */
export function usePlayClock<Value extends number | string | boolean>(
  clock: PlayClock,
  select: (atS: number) => Value,
): Value {
  return useSyncExternalStore(clock.subscribe, () => select(clock.get()));
}
