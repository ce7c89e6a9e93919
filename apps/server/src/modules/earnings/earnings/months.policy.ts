/** @returns the month of the moment in a time zone and those before it, oldest first, as YYYY-MM */
export function lastMonths(now: Date, timeZone: string, count: number): string[] {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "numeric" }).formatToParts(now);
  const [year, month] = (["year", "month"] as const).map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  );
  if (!year || !month) throw new RangeError(`no month in ${timeZone}`);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index)).toISOString().slice(0, 7),
  );
}
