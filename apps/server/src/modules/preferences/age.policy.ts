export const ADULT_YEARS = 18;

/**
 * @param dateOfBirth as YYYY-MM-DD; null for an account that was never asked, such as a team's of the demo world
 * @param now the day counts in UTC; a birthday on 29 February is celebrated on 1 March
 */
export function isMinor(dateOfBirth: string | null, now: Date): boolean {
  if (dateOfBirth === null) return false;
  const today = now.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return (today.slice(5) >= dateOfBirth.slice(5) ? years : years - 1) < ADULT_YEARS;
}
