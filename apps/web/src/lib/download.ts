import { type CsvCell, toCsv } from "@app/contract/formats";

/** Lets the browser save a file that the page made. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers begin to read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function downloadCsv(fileName: string, rows: readonly (readonly CsvCell[])[]): void {
  // The mark lets spreadsheets read the file as UTF-8.
  downloadFile(fileName, new Blob(["\uFEFF", toCsv(rows)], { type: "text/csv;charset=utf-8" }));
}
