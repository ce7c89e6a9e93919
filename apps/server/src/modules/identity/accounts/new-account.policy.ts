import { ageYears } from "@app/contract/ages";
import { YOUNGEST_YEARS } from "@app/contract/sign-up";

/** @param birth as YYYY-MM-DD */
export function isOldEnough(birth: string, now: Date): boolean {
  return ageYears(birth, now) >= YOUNGEST_YEARS;
}
