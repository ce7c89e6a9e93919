import { z } from "zod";

/** A scheduled item stays private for at least this long, so that its owner can still correct it. */
export const PUBLISH_AT_MIN_MINUTES = 5;
export const PUBLISH_AT_MAX_DAYS = 365;

export const SCHEDULE_MESSAGES = {
  tooSoon: `Please choose a time at least ${PUBLISH_AT_MIN_MINUTES} minutes from now.`,
  tooLate: "Please choose a time within the next year.",
  notPrivate: "An item with a date to publish is private until then.",
} as const;

/**
 * @param waitedMs how long ago the time may have been chosen: it comes nearer, and may pass, while a file is uploaded
 * @returns why an item cannot be published at this time, in words for its owner; null if it can
 */
export function findScheduleFault(publishAt: Date, now: Date, waitedMs = 0): string | null {
  const aheadMs = publishAt.getTime() - now.getTime();
  if (aheadMs + waitedMs < PUBLISH_AT_MIN_MINUTES * 60_000) return SCHEDULE_MESSAGES.tooSoon;
  return aheadMs > PUBLISH_AT_MAX_DAYS * 86_400_000 ? SCHEDULE_MESSAGES.tooLate : null;
}

/** When a private item becomes public by itself. Null takes the date back. */
export const publishAt = z.iso.datetime({ offset: true }).nullable();

const YEAR_MIN = 2000;
const YEAR_MAX = 2200;

/** When staff have something begin or end, within the years that a typing error does not reach. */
export const when = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= YEAR_MIN && year < YEAR_MAX;
}, "Please enter a valid date.");
