import { isWithin, type Row } from "./row.ts";

/** A table for a terminal; `before` adds the saved run's values and the change. */
export function toTable(rows: readonly Row[], before: ReadonlyMap<string, number> | null): string {
  const head = ["", "value", "unit", "budget", "ok", ...(before ? ["before", "change"] : [])];
  const lines = rows.map((row) => {
    const earlier = before?.get(row.name);
    return [
      row.name,
      toNumber(row.value),
      row.unit,
      row.budget === null ? "" : `≤ ${toNumber(row.budget)}`,
      row.budget === null ? "" : isWithin(row) ? "yes" : "NO",
      ...(before ? [earlier === undefined ? "" : toNumber(earlier), toChange(row.value, earlier)] : []),
    ];
  });
  const cells = [head, ...lines];
  const widths = head.map((_, at) => Math.max(...cells.map((line) => (line[at] ?? "").length)));
  return cells.map((line) => toLine(line, widths)).join("\n");
}

function toLine(cells: readonly string[], widths: readonly number[]): string {
  const isText = (at: number) => at === 0 || at === 2 || at === 4;
  const padded = cells.map((cell, at) => (isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  return padded.join("  ").trimEnd();
}

/** Three significant digits. */
function toNumber(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return value.toFixed(Math.abs(value) < 0.1 ? 4 : 2);
}

function toChange(value: number, before: number | undefined): string {
  if (before === undefined || before === 0) return "";
  const perCent = Math.round((value / before - 1) * 100);
  return perCent > 0 ? `+${perCent} %` : `${perCent} %`;
}
