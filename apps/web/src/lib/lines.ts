/** @returns the lines of a field for one thing on each, without empty ones */
export function toLines(typed: string): string[] {
  return typed.split("\n").flatMap((line) => line.trim() || []);
}
