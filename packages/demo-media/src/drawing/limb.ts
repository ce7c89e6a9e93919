import type { Point } from "./motion.ts";

/** Where the elbow or knee is, when shoulder and hand are given; `side` 1 or -1 says to which side it bends. */
export function jointBetween(from: Point, to: Point, lengths: { upper: number; lower: number }, side: 1 | -1): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.max(0.001, Math.hypot(dx, dy));
  const reach = Math.min(far, lengths.upper + lengths.lower - 0.0001);
  const near = (lengths.upper ** 2 - lengths.lower ** 2 + reach ** 2) / (2 * reach);
  const out = Math.sqrt(Math.max(0, lengths.upper ** 2 - near ** 2)) * side;
  return { x: from.x + (dx * near - dy * out) / far, y: from.y + (dy * near + dx * out) / far };
}
