export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  int(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
};

/** Mulberry32: the same seed gives the same numbers on every machine. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    return scramble(state);
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    int: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick(list) {
      const found = list[Math.floor(list.length * next())];
      if (found === undefined) throw new RangeError("There is nothing to pick from.");
      return found;
    },
  };
}

/** FNV-1a, so that a name can be a seed. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Smooth noise from -1 to 1 over `t`, with about one turn per unit. */
export function wander(seed: number, t: number): number {
  const step = Math.floor(t);
  const share = t - step;
  const bend = share * share * (3 - 2 * share);
  const [from, to] = [valueAt(seed, step), valueAt(seed, step + 1)];
  return from + (to - from) * bend;
}

function valueAt(seed: number, step: number): number {
  return scramble((Math.imul(seed + 1, 0x9e3779b1) + Math.imul(step, 0x85ebca6b)) >>> 0) * 2 - 1;
}

function scramble(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
