import type { Row } from "./rows/row.ts";

const WIDTH = 110;

/** The table, with long measurements on separate lines. */
export function toTable(rows: readonly Row[]): string {
  return rows
    .map(({ fault, mustHold, measured, holds }) =>
      [
        `${holds ? "holds" : "FAILS"}  ${fault}`,
        `       must hold: ${mustHold}`,
        ...wrap(`measured:  ${measured}`),
      ].join("\n"),
    )
    .join("\n");
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "      ";
  for (const word of text.split(/\s+/)) {
    if (line.length + word.length > WIDTH) {
      lines.push(line);
      line = "                 ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
