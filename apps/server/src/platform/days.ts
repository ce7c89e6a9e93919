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
