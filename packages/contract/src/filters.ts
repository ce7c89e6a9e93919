import { z } from "zod";
import { categoryId } from "./ids.ts";

/** Sort orders and filters for lists of items, in categories and in search. */
export const SORTS = ["relevance", "newest", "views"] as const;
export const DATES = ["any", "today", "week", "month", "year"] as const;
/** For videos only; other items have no length and are left out when a length is chosen. */
export const LENGTHS = ["any", "short", "medium", "long"] as const;

/**
 * Videos below the first limit are short; the second limit itself is still medium, as in the database's `length_class`.
 */
export const SHORT_MAX_MS = 4 * 60_000;
export const MEDIUM_MAX_MS = 20 * 60_000;

/** How many days each choice of `DATES` covers. */
export const DATE_DAYS = { today: 1, week: 7, month: 30, year: 365 } as const;
const DAY_MS = 86_400_000;

export type Sort = (typeof SORTS)[number];
export type DateFilter = (typeof DATES)[number];
export type LengthFilter = (typeof LENGTHS)[number];

/** @returns the earliest publication time that matches; null for any */
export function sinceOf(date: DateFilter, now: Date): Date | null {
  return date === "any" ? null : new Date(now.getTime() - DATE_DAYS[date] * DAY_MS);
}

export const filterQuery = {
  date: z.enum(DATES).default("any"),
  length: z.enum(LENGTHS).default("any"),
  category: categoryId.optional(),
};
