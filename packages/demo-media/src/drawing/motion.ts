export type Point = { x: number; y: number };

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

export function lerp(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

export function between(from: Point, to: Point, share: number): Point {
  return { x: lerp(from.x, to.x, share), y: lerp(from.y, to.y, share) };
}

/** @returns the progress of `t` from `start` to `end`, clamped to 0 to 1 */
export function span(t: number, start: number, end: number): number {
  return clamp((t - start) / (end - start), 0, 1);
}

export function easeInOut(share: number): number {
  return share * share * (3 - 2 * share);
}

export function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}

/** A pulse: 1 at `start`, gone after `length`. */
export function decay(t: number, start: number, length: number): number {
  return t < start ? 0 : (1 - span(t, start, start + length)) ** 2;
}

/** A parabola of height 1 between 0 and 1. */
export function arc(share: number): number {
  return 4 * share * (1 - share);
}

/** A smooth line through all points (Catmull-Rom); `share` runs from 0 at the first to 1 at the last. */
export function along(points: readonly Point[], share: number): Point {
  const place = clamp(share, 0, 1) * (points.length - 1);
  const step = Math.min(Math.floor(place), points.length - 2);
  const at = (index: number): Point => points[clamp(index, 0, points.length - 1)] ?? { x: 0, y: 0 };
  const [a, b, c, d] = [at(step - 1), at(step), at(step + 1), at(step + 2)];
  const t = place - step;
  const mix = (p: number, q: number, r: number, s: number): number =>
    0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}
