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
