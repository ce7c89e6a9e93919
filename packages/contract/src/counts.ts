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
