/** @returns the lines of a field for one thing on each, without empty ones */
export function toLines(typed: string): string[] {
  return typed.split("\n").flatMap((line) => line.trim() || []);
}

/** Whether two texts of such a field have the same lines. */
export function hasSameLines(one: string, other: string): boolean {
  return toLines(one).join("\n") === toLines(other).join("\n");
}
