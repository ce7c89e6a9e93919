const DAY_MS = 24 * 3_600_000;

/** @returns `count` days up to and including `last`, oldest first */
export function lastDays(last: string, count: number): string[] {
  const lastMs = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) =>
    new Date(lastMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}
