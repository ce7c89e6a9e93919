/** @param local as a `datetime-local` input has it. @returns null if it is no date */
export function toIso(local: string): string | null {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** @returns the value of a `datetime-local` input, in the time zone of the device, to the minute */
export function toLocalTime(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  const [month, day, hours, minutes] = parts.map((part) => String(part).padStart(2, "0"));
  return `${String(date.getFullYear()).padStart(4, "0")}-${month}-${day}T${hours}:${minutes}`;
}

/** @returns 'America/New York', the time zone of this device */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
}
