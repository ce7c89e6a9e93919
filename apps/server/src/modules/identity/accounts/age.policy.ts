import { ageYears } from "@app/contract/ages";
import { YOUNGEST_YEARS } from "@app/contract/sign-up";

/** @param birth as YYYY-MM-DD */
export function isOldEnough(birth: string, now: Date): boolean {
  return ageYears(birth, now) >= YOUNGEST_YEARS;
}

/**
 * Nothing of a child is saved, not even on the way to being refused. What is not chosen yet counts as the latest that it
 * can be: as long as somebody may be too young, they are taken for a child.
 * @param typed `2014-2-`: year, month and day, each of them empty until it is chosen
 */
export function isSurelyOldEnough(typed: string, now: Date): boolean {
  const [year = "", month = "", day = ""] = typed.split("-");
  if (year === "") return false;
  const latest = `${year}-${(month || "12").padStart(2, "0")}-${(day || "31").padStart(2, "0")}`;
  return ageYears(latest, now) >= YOUNGEST_YEARS;
}
