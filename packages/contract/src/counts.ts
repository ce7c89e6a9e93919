/** @returns under 1000 plain, then 1.2K, then 3.4M. Rounds to what it shows, so 999 999 is 1.0M and never 1000.0K. */
export function viewCount(views: number): string {
  if (views < 1_000) return String(views);
  if (views < 999_950) return `${(views / 1_000).toFixed(1)}K`;
  return `${(views / 1_000_000).toFixed(1)}M`;
}

/** @returns a whole number with its thousands apart: 12,345 */
export function exactly(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
