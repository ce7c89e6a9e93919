export type MonthYear = { year: number; month: number };

/** @returns what MM/YYYY, YYYY-MM or a whole date says, null when it is none of them */
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
