import { YOUNGEST_YEARS } from "@app/contract/sign-up";

/** @param birth as YYYY-MM-DD. @returns whole years at `now`, in UTC; a birthday on 29 February is celebrated on 1 March */
export function ageYears(birth: string, now: Date): number {
  const today = now.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) >= birth.slice(5) ? years : years - 1;
}

export function isOldEnough(birth: string, now: Date): boolean {
  return ageYears(birth, now) >= YOUNGEST_YEARS;
}
