import { counted } from "./format.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** @returns a size in thousands, as systems show a file: 0 bytes, 1.5 MB, 4.3 GB. */
export function bytes(size: number): string {
  if (size < 1_000) return counted(Math.max(0, Math.round(size)), "byte");
  const power = Math.min(Math.floor(Math.log10(size) / 3), UNITS.length - 1);
  const value = size / 1_000 ** power;
  // 999 999 bytes would read 1000.0 kB.
  if (value >= 999.95 && power < UNITS.length - 1) return `1.0 ${UNITS[power + 1]}`;
  return `${value.toFixed(1)} ${UNITS[power]}`;
}

/** @returns how long something still takes, no finer than anybody can judge; without a speed, that it is not known. */
export function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return "Working out the time left";
  if (seconds < 5) return "A few seconds left";
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  if (seconds < 3_570) return `About ${counted(Math.max(1, Math.round(seconds / 60)), "minute")} left`;
  const [h, m] = [Math.floor((seconds + 30) / 3_600), Math.floor(((seconds + 30) % 3_600) / 60)];
  return `About ${counted(h, "hour")}${m > 0 ? ` ${counted(m, "minute")}` : ""} left`;
}
