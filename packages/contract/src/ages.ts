import type { PartialDate } from "./partial-dates.ts";

export const ADULT_YEARS = 18;

/** @param birth as YYYY-MM-DD. @returns whole years at `now`, in UTC; a birthday on 29 February is celebrated on 1 March */
export function ageYears(birth: string, now: Date): number {
  const today = now.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) >= birth.slice(5) ? years : years - 1;
}

/** @returns the last day that it may have been, as YYYY-MM-DD: of whoever's day is not known the youngest is assumed */
export function latestDay(birth: PartialDate): string {
  if (birth.length === 10) return birth;
  const [year = 0, month = 1] = birth.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/**
 * The one rule of who is below 18. The database's `is_minor` says the same; a test holds the two together.
 * @param birth null for somebody without one, such as a team: no minor
 */
export function isMinor(birth: PartialDate | null, now: Date): boolean {
  return birth !== null && ageYears(latestDay(birth), now) < ADULT_YEARS;
}
