import { type CsvCell, toCsv } from "@app/contract/csv";
import { downloadFile } from "./download.ts";

export function downloadCsv(fileName: string, rows: readonly (readonly CsvCell[])[]): void {
  // The mark lets spreadsheets read the file as UTF-8.
  downloadFile(fileName, new Blob(["\uFEFF", toCsv(rows)], { type: "text/csv;charset=utf-8" }));
}
