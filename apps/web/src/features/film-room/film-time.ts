import type { FilmNote } from "@app/contract/film-notes";
import { timeCode } from "#lib/format.ts";

/** For a stream that does not say it. */
const USUAL_FRAME_RATE = 30;

/**
 * The middle of the next frame: browsers round, and its very start might show the frame before.
 * @param shownAtS the start of the frame that is shown, where the browser tells it; otherwise the position
 */
export function stepTarget(shownAtS: number, framesPerSecond: number, frames: number): number {
  const rate = framesPerSecond > 0 ? framesPerSecond : USUAL_FRAME_RATE;
  // Positions are not exact in binary: frame 30 of 30 a second may be at 0.99999.
  const frame = Math.floor(shownAtS * rate + 0.01);
  return Math.max(0, (frame + frames + 0.5) / rate);
}

export const SPEED_MIN = 0.1;
export const SPEED_MAX = 2;
export const SPEED_STEP = 0.05;

/** @returns the speed some steps further, between 0.1 and 2 */
export function stepSpeed(rate: number, steps: number): number {
  const next = Math.round((rate + steps * SPEED_STEP) * 100) / 100;
  return Math.min(SPEED_MAX, Math.max(SPEED_MIN, next));
}

/** A part of a video. B is missing until it is set. */
export type Loop = { fromS: number; toS: number | null };

/** Setting A behind B, or B before A, begins a new loop from there. */
export function withLoopEnd(loop: Loop | null, end: "a" | "b", atS: number): Loop {
  if (end === "a") return { fromS: atS, toS: loop?.toS != null && loop.toS > atS ? loop.toS : null };
  const fromS = loop?.fromS ?? 0;
  return atS > fromS ? { fromS, toS: atS } : { fromS: atS, toS: null };
}

const COLUMNS = ["From", "To", "Note", "Drawing", "By", "Shared"] as const;

/** RFC 4180, with a byte order mark for spreadsheets. */
export function toCsv(notes: readonly FilmNote[]): string {
  const rows = notes.map((note) => [
    timeCode(note.from_ms),
    timeCode(note.to_ms),
    note.text,
    note.drawing.length > 0 ? "Yes" : "No",
    note.author.name,
    note.is_shared ? "Yes" : "No",
  ]);
  return `\ufeff${[COLUMNS, ...rows].map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`;
}

/** An apostrophe keeps spreadsheets from running a text as a formula. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
