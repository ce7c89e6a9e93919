/** The values of three selects, each empty until something is chosen. */
export type DateParts = { year: string; month: string; day: string };

export const MONTH_NAMES = Array.from({ length: 12 }, (_, index) =>
  new Date(2000, index).toLocaleDateString("en-US", { month: "long" }),
);

const LEAP_YEAR = 2000;
const MAX_DAYS = 31;

/** Splits the value of a form field, such as `2000-2-29`; parts may be empty. */
export function toParts(text: string): DateParts {
  const [year = "", month = "", day = ""] = text.split("-");
  return { year, month, day };
}

/** @returns the value of the form field; a day that the month does not have is dropped */
export function toText(parts: DateParts): string {
  const day = Number(parts.day) > daysIn(parts) ? "" : parts.day;
  return `${parts.year}-${parts.month}-${day}`;
}

/** @returns YYYY-MM-DD for a real date, otherwise an empty text */
export function toDate(text: string): string {
  const { year, month, day } = toParts(text);
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return "";
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : "";
}

/** How many days to offer: 31 without a month, 29 for February without a year. */
export function daysIn({ year, month }: DateParts): number {
  if (month === "") return MAX_DAYS;
  return new Date(Date.UTC(Number(year || LEAP_YEAR), Number(month), 0)).getUTCDate();
}

type MonthYear = { year: number; month: number };

/** @param text MM/YYYY, YYYY-MM or a full date. @returns null for anything else */
export function readMonthYear(text: string): MonthYear | null {
  const read =
    /^(?<month>\d{1,2})\/(?<year>\d{4})$/.exec(text) ?? /^(?<year>\d{4})-(?<month>\d{1,2})(-\d{1,2})?$/.exec(text);
  const [year, month] = [Number(read?.groups?.year), Number(read?.groups?.month)];
  return month >= 1 && month <= 12 ? { year, month } : null;
}

/** @returns YYYY-MM */
export function writeMonthYear({ year, month }: MonthYear): string {
  return `${year}-${twoDigits(month)}`;
}

/** @returns MM/YYYY */
export function writeSlashed({ year, month }: MonthYear): string {
  return `${twoDigits(month)}/${year}`;
}

export function thisMonth(now = new Date()): MonthYear {
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
