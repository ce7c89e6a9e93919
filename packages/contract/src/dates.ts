import { z } from "zod";

/** A day (YYYY-MM-DD), or only a month (YYYY-MM) where no more is known. */
export type PartialDate = string;

/** @returns the text as YYYY-MM-DD or YYYY-MM; null when it is no real day or month since 1900 */
export function toPartialDate(text: string): PartialDate | null {
  const [, month, year] = /^(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const iso = month === undefined ? text : `${year}-${month}`;
  if (!/^(19|20)\d{2}-\d{2}(-\d{2})?$/.test(iso)) return null;
  const day = iso.length === 7 ? `${iso}-01` : iso;
  return z.iso.date().safeParse(day).success ? iso : null;
}

/** A submitted month does not replace a stored day of that month. */
export function keepPrecision(held: PartialDate | null, given: PartialDate): PartialDate {
  return held?.startsWith(given) ? held : given;
}

/** Takes MM/YYYY, YYYY-MM and YYYY-MM-DD, and gives the last two. */
export function partialDate(fault: string) {
  return z
    .string(fault)
    .trim()
    .max(10, fault)
    .refine((text) => toPartialDate(text) !== null, fault)
    .transform((text) => toPartialDate(text) ?? "");
}

export const ADULT_YEARS = 18;

/** A day begins last in UTC−12. */
const LAST_ZONE_BEHIND_MS = 12 * 3_600_000;

/** Where people are is not known, so a birthday counts once it has begun everywhere. @returns YYYY-MM-DD in UTC−12 */
export function earliestToday(now: Date): string {
  return new Date(now.getTime() - LAST_ZONE_BEHIND_MS).toISOString().slice(0, 10);
}

/** @param birth YYYY-MM-DD. @returns whole years by `earliestToday`; a birthday on 29 February counts from 1 March */
export function ageYears(birth: string, now: Date): number {
  const today = earliestToday(now);
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) >= birth.slice(5) ? years : years - 1;
}

/** @returns the latest possible day, YYYY-MM-DD: without a day, people count as the youngest they can be */
export function latestDay(birth: PartialDate): string {
  if (birth.length === 10) return birth;
  const [year = 0, month = 1] = birth.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * The only rule for who is below 18. A test compares it with the database's `is_minor`.
 * @param birth null if there is none, as for a team, which is not a minor
 */
export function isMinor(birth: PartialDate | null, now: Date): boolean {
  return birth !== null && ageYears(latestDay(birth), now) < ADULT_YEARS;
}
