import { SLOW_MODES_S, type SlowModeS } from "@app/contract/comment-limits";
import { counted } from "#lib/format.ts";

/** @returns 'Off', '10 seconds', '5 minutes' */
export function slowModeInWords(seconds: number): string {
  if (seconds === 0) return "Off";
  return seconds < 60 ? counted(seconds, "second") : counted(seconds / 60, "minute");
}

export const SLOW_MODE_CHOICES = SLOW_MODES_S.map((seconds) => ({
  value: String(seconds),
  label: slowModeInWords(seconds),
}));

/** @returns null for a value that is no choice */
export function toSlowMode(value: string): SlowModeS | null {
  return SLOW_MODES_S.find((seconds) => String(seconds) === value) ?? null;
}
