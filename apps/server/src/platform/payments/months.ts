/** The same day some months later, or the last day of a shorter month. */
export function addMonths(from: Date, months: number): Date {
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return first;
}

/** @returns the first monthly anniversary of the anchor after `at`; a short month does not shift later ones */
export function nextAnniversary(anchor: Date, at: Date): Date {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  const candidate = addMonths(anchor, months);
  return candidate > at ? candidate : addMonths(anchor, months + 1);
}
