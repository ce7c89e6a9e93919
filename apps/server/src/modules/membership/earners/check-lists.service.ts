import type { CollegeEntry } from "@app/contract/earner-fields";
import { EARNER_MESSAGES } from "@app/contract/earners";
import { MESSAGES } from "@app/contract/errors";
import type { Sql } from "#platform/db/database.ts";
import { AppError, type FieldErrors } from "#platform/errors.ts";
import { selectOwnLogos } from "./colleges.sql.ts";
import { selectCategoryIds } from "./profiles.sql.ts";

type Lists = {
  channel_category?: readonly number[] | undefined;
  offers?: readonly CollegeEntry[] | undefined;
  visits?: readonly CollegeEntry[] | undefined;
};

/**
 * Checks a form's lists against the database: categories must exist, channel categories must be listed, and logos must
 * belong to the person.
 */
export async function findListFaults(sql: Sql, accountId: string, lists: Lists): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const categories = await selectCategoryIds(sql);
  if (lists.channel_category?.some((id) => !categories.listed.has(id)))
    errors.channel_category = ["Please choose a category."];
  const entries = [...(lists.offers ?? []), ...(lists.visits ?? [])];
  const logos = entries.flatMap((entry) => entry.college_logo ?? []);
  const own = new Set(await selectOwnLogos(sql, accountId, [...new Set(logos)]));
  for (const list of ["offers", "visits"] as const) {
    for (const [index, entry] of (lists[list] ?? []).entries()) {
      if (!categories.all.has(entry.college_category))
        errors[`${list}.${index}.college_category`] = ["Please choose a category."];
      if (entry.college_logo !== null && !own.has(entry.college_logo))
        errors[`${list}.${index}.college_logo`] = ["There is no such picture."];
    }
  }
  return errors;
}

/** @throws AppError `invalid_input` if there are errors */
export function refuseFaults(errors: FieldErrors): void {
  if (Object.keys(errors).length === 0) return;
  const isFixed = Object.values(errors).flat().includes(EARNER_MESSAGES.usernameFixed);
  const message = isFixed ? EARNER_MESSAGES.usernameFixed : MESSAGES.invalidInput;
  throw new AppError("invalid_input", message, { errors });
}
