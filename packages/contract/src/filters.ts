import { z } from "zod";
import { categoryId } from "./ids.ts";

/** How a list of items is narrowed and ordered, in a category as in a search. */
export const SORTS = ["relevance", "newest", "views"] as const;
export const DATES = ["any", "today", "week", "month", "year"] as const;
/** Of videos; other items have no length and are left out when one is chosen. */
export const LENGTHS = ["any", "short", "medium", "long"] as const;

export const SHORT_MAX_MS = 4 * 60_000;
export const MEDIUM_MAX_MS = 20 * 60_000;

/** How far back each choice of `DATES` reaches. */
export const DATE_DAYS = { today: 1, week: 7, month: 30, year: 365 } as const;

export type Sort = (typeof SORTS)[number];
export type DateFilter = (typeof DATES)[number];
export type LengthFilter = (typeof LENGTHS)[number];

export const filterQuery = {
  date: z.enum(DATES).default("any"),
  length: z.enum(LENGTHS).default("any"),
  category: categoryId.optional(),
};
