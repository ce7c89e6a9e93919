import { duration } from "#lib/format.ts";

/** @returns m:ss below an hour, then hours */
export function watchTime(seconds: number): string {
  if (seconds < 3_600) return duration(seconds);
  return `${(seconds / 3_600).toFixed(1)} h`;
}

type Part = { from_s: number; to_s: number };

/** A time in a curve: with tenths where its parts are shorter than a second. */
export function partTime(atS: number, { from_s, to_s }: Part): string {
  if (to_s - from_s >= 1) return duration(atS);
  const tenths = Math.round(atS * 10);
  return `${duration(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Neighboring parts as one, in the order of the video. */
export function mergeParts(parts: readonly Part[]): Part[] {
  const merged: Part[] = [];
  for (const { from_s, to_s } of parts.toSorted((one, other) => one.from_s - other.from_s)) {
    const last = merged.at(-1);
    if (last && from_s - last.to_s < 0.001) last.to_s = to_s;
    else merged.push({ from_s, to_s });
  }
  return merged;
}
