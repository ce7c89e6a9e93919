import { DATE_DAYS, type DateFilter } from "@app/contract/filters";

const DAY_MS = 86_400_000;

/** @returns the moment from which on items are new enough; null where any are */
export function sinceOf(date: DateFilter, now: Date): Date | null {
  return date === "any" ? null : new Date(now.getTime() - DATE_DAYS[date] * DAY_MS);
}

/** @returns the lowest time-ordered id (UUID version 7) of this millisecond */
export function lowestIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
