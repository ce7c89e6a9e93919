import { viewCount } from "@app/contract/formats";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** @returns m:ss, from one hour on h:mm:ss */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const ss = String(s).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${ss}` : `${m}:${ss}`;
}

/** For screen readers. @returns '1 hour 2 minutes 5 seconds' */
export function durationInWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3_600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ] as const;
  const words = parts.filter(([n]) => n > 0).map(([n, unit]) => counted(n, unit));
  return words.length > 0 ? words.join(" ") : "0 seconds";
}

/** ASCII text needs no segmenter, whose first use costs 15 ms. */
const ASCII = /^[ -~]*$/;

/** Counts characters as people see them. @returns at most `max` of them, and an ellipsis if the text was longer */
export function cutText(text: string, max: number): string {
  // A text never has more characters than code units.
  if (text.length <= max) return text;
  const characters = ASCII.test(text)
    ? [...text]
    : Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  if (characters.length <= max) return text;
  return `${characters.slice(0, max).join("").trimEnd()}…`;
}

/** @returns '1 view', '2 views', '1.2K views'. */
export function viewsInWords(views: number): string {
  return countInWords(views, "view");
}

/** @returns '1 follower', '2 followers', '1.2K followers'. */
export function countInWords(count: number, unit: string): string {
  return `${viewCount(count)} ${plural(count, unit)}`;
}

/** @returns the unit, with an s unless the count is 1; 'people' for persons */
export function plural(count: number, unit: string): string {
  if (count === 1) return unit;
  return unit === "person" ? "people" : `${unit}s`;
}

/** @returns '1 minute', '2 minutes' */
export function counted(n: number, unit: string): string {
  return `${n} ${plural(n, unit)}`;
}

/** For what is counted only up to `max`. @returns '99 minutes', '100+ minutes' */
export function countedUpTo(max: number, n: number, unit: string): string {
  return `${cappedCount(max, n)} ${plural(n, unit)}`;
}

/** @returns '99', '100+' */
export function cappedCount(max: number, n: number): string {
  return n < max ? String(n) : `${max}+`;
}

/** @param inches whole inches. @returns 6′ 2″ */
export function heightInWords(inches: number): string {
  return `${Math.floor(inches / 12)}′ ${inches % 12}″`;
}

/** In decimal units, as file managers show them. @returns 0 bytes, 1.5 MB, 4.3 GB */
export function bytes(size: number): string {
  if (size < 1_000) return counted(Math.max(0, Math.round(size)), "byte");
  const power = Math.min(Math.floor(Math.log10(size) / 3), UNITS.length - 1);
  const value = size / 1_000 ** power;
  // Otherwise 999,999 bytes would read 1000.0 kB.
  if (value >= 999.95 && power < UNITS.length - 1) return `1.0 ${UNITS[power + 1]}`;
  return `${value.toFixed(1)} ${UNITS[power]}`;
}

/** Rounded coarsely. @param seconds not finite while the speed is unknown */
export function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return "Estimating the time left";
  if (seconds < 5) return "A few seconds left";
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} seconds left`;
  if (seconds < 3_570) return `About ${counted(Math.max(1, Math.round(seconds / 60)), "minute")} left`;
  const [h, m] = [Math.floor((seconds + 30) / 3_600), Math.floor(((seconds + 30) % 3_600) / 60)];
  return `About ${counted(h, "hour")}${m > 0 ? ` ${counted(m, "minute")}` : ""} left`;
}

/** @returns m:ss.mmm, from one hour on h:mm:ss.mmm */
export function timeCode(ms: number): string {
  const all = Math.round(ms);
  const [h, m, s] = [Math.floor(all / 3_600_000), Math.floor(all / 60_000) % 60, Math.floor(all / 1_000) % 60];
  const rest = `${String(s).padStart(2, "0")}.${String(all % 1_000).padStart(3, "0")}`;
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${rest}` : `${m}:${rest}`;
}

/** @returns milliseconds; null if the text is not a time such as 83, 1:23 or 1:02:03.5 */
export function readTimeCode(text: string): number | null {
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const units = match.slice(1, 4).filter(Boolean).map(Number);
  // 90:00 is an hour and a half, but 1:90 and 1:90:00 are no times.
  if (units.slice(1).some((unit) => unit >= 60)) return null;
  const seconds = units.reduce((sum, unit) => sum * 60 + unit, 0);
  return seconds * 1_000 + Number((match[4] ?? "").padEnd(3, "0"));
}

let names: Intl.DisplayNames | undefined;

/** @returns the language's name in English, 'Portuguese (Brazil)' for pt-BR */
export function languageName(tag: string): string {
  names ??= new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" });
  return names.of(tag) ?? tag;
}
