import { ageYears } from "@app/contract/ages";
import { YOUNGEST_YEARS } from "@app/contract/sign-up";

/**
 * Nothing of a child is kept, not even for the way to being refused. What is not chosen yet counts as the earliest that it
 * can be, so that a year alone says so where it says enough.
 * @param typed `2014-2-`: year, month and day, each of them empty until it is chosen
 */
export function isSurelyTooYoung(typed: string, now: Date): boolean {
  const [year = "", month = "", day = ""] = typed.split("-");
  if (year === "") return false;
  const earliest = `${year}-${(month || "1").padStart(2, "0")}-${(day || "1").padStart(2, "0")}`;
  return ageYears(earliest, now) < YOUNGEST_YEARS;
}
