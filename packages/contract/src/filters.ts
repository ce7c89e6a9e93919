import { z } from "zod";
import { categoryId } from "./ids.ts";

/** How a list of items is narrowed and ordered, in a category as in a search. */
export const SORTS = ["relevance", "newest", "views"] as const;
export const DATES = ["any", "today", "week", "month", "year"] as const;
/** Of videos; other items have no length and are left out when one is chosen. */
export const LENGTHS = ["any", "short", "medium", "long"] as const;

/** Short is below the first; the second is still medium, as `length_class` of the database has it. */
export const SHORT_MAX_MS = 4 * 60_000;
export const MEDIUM_MAX_MS = 20 * 60_000;

/** How far back each choice of `DATES` reaches. */
export const DATE_DAYS = { today: 1, week: 7, month: 30, year: 365 } as const;
const DAY_MS = 86_400_000;

export type Sort = (typeof SORTS)[number];
export type DateFilter = (typeof DATES)[number];
export type LengthFilter = (typeof LENGTHS)[number];

/** @returns the moment from which on items are new enough; null where any are */
export function sinceOf(date: DateFilter, now: Date): Date | null {
  return date === "any" ? null : new Date(now.getTime() - DATE_DAYS[date] * DAY_MS);
}

export const filterQuery = {
  date: z.enum(DATES).default("any"),
  length: z.enum(LENGTHS).default("any"),
  category: categoryId.optional(),
};
