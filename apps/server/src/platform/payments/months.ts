/** The same day some months later, or the last one of a month that has no such day. */
export function addMonths(from: Date, months: number): Date {
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return first;
}

/** @returns the first return of the anchor's day that is after `at`; a short month on the way shortens no later one */
export function nextReturn(anchor: Date, at: Date): Date {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const candidate = addMonths(anchor, months);
  return candidate > at ? candidate : addMonths(anchor, months + 1);
}
