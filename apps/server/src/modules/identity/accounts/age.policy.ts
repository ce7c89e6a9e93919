import { ageYears } from "@app/contract/dates";
import { YOUNGEST_YEARS } from "@app/contract/sign-up";

/** @param birth YYYY-MM-DD */
export function isOldEnough(birth: string, now: Date): boolean {
  return ageYears(birth, now) >= YOUNGEST_YEARS;
}

/**
 * Nothing a child enters may be saved, not even before the form is refused. Parts not chosen yet count as the latest
 * possible date, so anybody who may be too young is treated as a child.
 * @param typed year, month and day, each empty until it is chosen: `2014-2-`
 */
export function isCertainlyOldEnough(typed: string, now: Date): boolean {
  const [year = "", month = "", day = ""] = typed.split("-");
  if (year === "") return false;
  const latest = `${year}-${(month || "12").padStart(2, "0")}-${(day || "31").padStart(2, "0")}`;
  return ageYears(latest, now) >= YOUNGEST_YEARS;
}
