const DAY_MS = 24 * 3_600_000;

/** @returns the day of the moment in a time zone, as YYYY-MM-DD */
export function dayIn(at: Date, timeZone: string): string {
  // Swedish dates are ISO dates.
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at);
}

/** @returns 'January 1, 2027': the day of the moment in a time zone */
export function dayInWords(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(at);
}

/** For deadlines. @returns 'January 1, 2027 at 8:30 PM (New York time)', which readers elsewhere cannot misread */
export function momentInWords(at: Date, timeZone: string): string {
  const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone }).format(at);
  return `${moment} (${zoneInWords(timeZone)})`;
}

function zoneInWords(timeZone: string): string {
  if (timeZone === "UTC") return "UTC";
  return `${timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`;
}

/** @returns `count` days up to and including `last`, oldest first */
export function lastDays(last: string, count: number): string[] {
  const lastMs = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) =>
    new Date(lastMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}

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
