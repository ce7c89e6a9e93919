import { downloadFile } from "./download.ts";

type Cell = string | number | null;

/** @returns the text of a CSV file, with the lines ended as RFC 4180 wants them */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front. */
function toCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function downloadCsv(fileName: string, rows: readonly (readonly Cell[])[]): void {
  // The mark lets spreadsheets read the file as UTF-8.
  downloadFile(fileName, new Blob(["\uFEFF", toCsv(rows)], { type: "text/csv;charset=utf-8" }));
}
