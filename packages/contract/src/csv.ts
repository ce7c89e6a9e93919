export type CsvCell = string | number | null;

/** Spreadsheets run what begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const AMOUNT = /^-\d+\.\d\d$/;

/** A CSV file (RFC 4180); the first row is its header. Text that a spreadsheet would run as a formula is marked as text. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) && !AMOUNT.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param cents whole cents. @returns 1234.50, for a spreadsheet */
export function toAmount(cents: number): string {
  return (cents / 100).toFixed(2);
}
