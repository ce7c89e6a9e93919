import { viewCount } from "@app/contract/counts";

// Written out: the browser's own words for dates and numbers cost 100 ms when a page first asks for them.
const MONTHS = "January February March April May June July August September October November December".split(" ");
const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** @returns seconds as m:ss, from an hour on h:mm:ss. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const ss = String(s).padStart(2, "0");
  return h > 0 ? `${h}:${String(m).padStart(2, "0")}:${ss}` : `${m}:${ss}`;
}

/** @returns the length for a screen reader: '1 hour 2 minutes 5 seconds'. */
export function durationInWords(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3_600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, unit]) => counted(n, unit));
  return said.length > 0 ? said.join(" ") : "0 seconds";
}

/** Each unit is a character: the browser's own way to count them costs a page 15 ms when it is first asked. */
const PLAIN = /^[ -~]*$/;

/** @returns at most `max` characters of the text as people count them, with … for what was left out. */
export function cutText(text: string, max: number): string {
  // No text has more characters than units.
  if (text.length <= max) return text;
  const characters = PLAIN.test(text)
    ? [...text]
    : Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  if (characters.length <= max) return text;
  return `${characters.slice(0, max).join("").trimEnd()}…`;
}

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

/** @returns 'Just now', '5 minutes ago', 'Yesterday', '3 days ago', and from a week on the date. */
export function dateInWords(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "Unknown date";
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  if (minutes < 24 * 60) return `${counted(Math.floor(minutes / 60), "hour")} ago`;
  const days = Math.floor(minutes / (24 * 60));
  if (days === 1) return "Yesterday";
  if (days < 7) return `${days} days ago`;
  return dayInWords(iso);
}

/** @param iso a moment, gone by or to come. @returns 'March 4, 2026' where the reader is */
export function dayInWords(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "Unknown date";
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** @returns 'March 4, 2026 at 5:12 PM' where the reader is */
export function momentInWords(iso: string): string {
  const date = new Date(iso);
  const [hours, minutes] = [date.getHours(), String(date.getMinutes()).padStart(2, "0")];
  return `${dayInWords(iso)} at ${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}

/** @returns a whole number with its thousands apart: 12,345 */
export function exactly(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** @param date YYYY-MM or YYYY-MM-DD. @returns 'Mar 2026'; the text itself when it is no date */
export function monthInWords(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? date : `${name.slice(0, 3)} ${year}`;
}

/** @returns '1 view', '2 views', '1.2K views'. */
export function viewsInWords(views: number): string {
  return countInWords(views, "view");
}

/** @returns '1 follower', '2 followers', '1.2K followers'. */
export function countInWords(count: number, unit: string): string {
  return `${viewCount(count)} ${plural(count, unit)}`;
}

/** @returns the unit, with an s where there is not just one */
export function plural(count: number, unit: string): string {
  return count === 1 ? unit : `${unit}s`;
}

function counted(n: number, unit: string): string {
  return `${n} ${plural(n, unit)}`;
}
