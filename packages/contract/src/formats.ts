/** Formats a count like 999, 1.2K or 3.4M. Rounds before it picks the unit, so 999,999 is 1.0M and never 1000.0K. */
export function viewCount(views: number): string {
  if (views < 1_000) return String(views);
  if (views < 999_950) return `${(views / 1_000).toFixed(1)}K`;
  return `${(views / 1_000_000).toFixed(1)}M`;
}

/** Formats an exact count with thousands separators: 12,345. */
export function exactly(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * Written out: the browser's own words for money cost a page 30 ms, before it has shown any.
 * @param cents whole cents. @returns $1,234.50
 */
export function toDollars(cents: number): string {
  const amount = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}$${exactly(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, "0")}`;
}

export type CsvCell = string | number | null;

/** Milliseconds of a time, tenths of a percent of a share: more would only say how a sum was made. */
const DECIMALS = 3;

/** Spreadsheets run what begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const AMOUNT = /^-\d+\.\d\d$/;

/** A CSV file (RFC 4180); the first row is its header. Text that a spreadsheet would run as a formula is marked as text. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(Number(cell.toFixed(DECIMALS)));
  const text = FORMULA.test(cell) && !AMOUNT.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param cents whole cents. @returns 1234.50, for a spreadsheet */
export function toAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Only its owner recognizes it: maya.lee@mail.com → m•••@mail.com */
export function shortenEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
