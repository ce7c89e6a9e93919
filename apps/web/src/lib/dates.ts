import { counted } from "./format.ts";

// Written out, because the first use of `Intl` formatting costs 100 ms.
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** @returns 'Just now', '5 minutes ago', 'Yesterday', '3 days ago'; from one week on, the date */
export function dateInWords(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "Unknown date";
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  if (minutes < 24 * 60) return `${counted(Math.floor(minutes / 60), "hour")} ago`;
  const days = daysBetween(date, now);
  if (days === 1) return "Yesterday";
  if (days < 7) return `${days} days ago`;
  return dayInWords(iso);
}

/** @returns 'Just now', '5 minutes ago', 'Yesterday', '3 weeks ago', '11 months ago', '2 years ago': always short */
export function agoInWords(iso: string, now: Date = new Date()): string {
  const days = daysBetween(new Date(iso), now);
  if (!(days >= 7)) return dateInWords(iso, now);
  if (days < 30) return `${counted(Math.floor(days / 7), "week")} ago`;
  if (days < 365) return `${counted(Math.floor(days / 30.5) || 1, "month")} ago`;
  return `${counted(Math.floor(days / 365), "year")} ago`;
}

/** For times that are 24 hours apart or more. @returns how many days of the reader's calendar lie between them, at least 1 */
function daysBetween(from: Date, to: Date): number {
  const [first, last] = [from, to].map((date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));
  return Math.max(1, ((last ?? 0) - (first ?? 0)) / (24 * 3_600_000));
}

/** @param iso past or future. @returns 'March 4, 2026', in the reader's time zone */
export function dayInWords(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "Unknown date";
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** @returns 'March 4, 2026 at 5:12 PM', in the reader's time zone */
export function momentInWords(iso: string): string {
  const date = new Date(iso);
  const [hours, minutes] = [date.getHours(), String(date.getMinutes()).padStart(2, "0")];
  return `${dayInWords(iso)} at ${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
}

/** @param date YYYY-MM-DD, in no time zone. @returns 'Mar 4, 2026' */
export function calendarDay(date: string): string {
  const [year = "", month, day] = date.split("-");
  return `${MONTHS[Number(month) - 1]?.slice(0, 3)} ${Number(day)}, ${year}`;
}

/** @param date YYYY-MM or YYYY-MM-DD. @returns 'Mar 2026'; any other text unchanged */
export function monthInWords(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name === undefined ? date : `${name.slice(0, 3)} ${year}`;
}

/** @param local as a `datetime-local` input has it. @returns null if it is no date */
export function toIso(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** @returns the value of a `datetime-local` input, in the time zone of the device, to the minute */
export function toLocalTime(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  const [month, day, hours, minutes] = parts.map((part) => String(part).padStart(2, "0"));
  return `${String(date.getFullYear()).padStart(4, "0")}-${month}-${day}T${hours}:${minutes}`;
}

/** @returns 'America/New York', the time zone of this device */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
}
