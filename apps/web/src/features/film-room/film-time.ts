import type { FilmNote } from "@app/contract/film-notes";
import type { Loop } from "#lib/film-player.ts";
import { timeCode } from "#lib/format.ts";

export const SPEED_MIN = 0.1;
export const SPEED_MAX = 2;
export const SPEED_STEP = 0.05;

/** @returns the speed some steps further, between 0.1 and 2 */
export function stepSpeed(rate: number, steps: number): number {
  const next = Math.round((rate + steps * SPEED_STEP) * 100) / 100;
  return Math.min(SPEED_MAX, Math.max(SPEED_MIN, next));
}

/** Setting A behind B, or B before A, begins a new loop from there. */
export function withLoopEnd(loop: Loop | null, end: "a" | "b", atS: number): Loop {
  if (end === "a") return { fromS: atS, toS: loop?.toS != null && loop.toS > atS ? loop.toS : null };
  const fromS = loop?.fromS ?? 0;
  return atS > fromS ? { fromS, toS: atS } : { fromS: atS, toS: null };
}

export function loopInWords({ fromS, toS }: Loop): string {
  const from = timeCode(fromS * 1_000);
  return toS === null ? `The loop begins at ${from}` : `Loop from ${from} to ${timeCode(toS * 1_000)}`;
}

const COLUMNS = ["From", "To", "Note", "Drawing", "By", "Shared"];

/** For a spreadsheet. */
export function toRows(notes: readonly FilmNote[]): string[][] {
  const rows = notes.map((note) => [
    timeCode(note.from_ms),
    timeCode(note.to_ms),
    note.text,
    note.drawing.length > 0 ? "Yes" : "No",
    note.author.name,
    note.is_shared ? "Yes" : "No",
  ]);
  return [COLUMNS, ...rows];
}
