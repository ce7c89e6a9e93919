import type { Plan, userCard } from "@app/contract/accounts";
import { latestDay } from "@app/contract/ages";
import { BRAND } from "@app/contract/brand";
import { MESSAGES } from "@app/contract/errors";
import { keepPrecision, type PartialDate } from "@app/contract/partial-dates";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { z } from "zod";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { toUserCard } from "./accounts.presenter.ts";
import { isOldEnough } from "./new-account.policy.ts";
import {
  deleteUnverified,
  type PersonChanges,
  type PersonRow,
  selectPerson,
  updatePaidSince,
  updatePerson,
} from "./person.sql.ts";
import { selectAccount } from "./session.sql.ts";

export { deleteUnverified as deleteUnverifiedAccount, type PersonRow };

/** @returns null: the account is gone, or was erased */
export function findPerson(sql: Sql, accountId: string): Promise<PersonRow | null> {
  return selectPerson(sql, accountId, false);
}

/** @throws AppError `not_signed_in` the account is gone */
export async function readPerson(sql: Sql, accountId: string): Promise<PersonRow> {
  return required(await selectPerson(sql, accountId, false));
}

/** As `readPerson`; others who want to change the same person wait. */
export async function lockPerson(tx: Sql, accountId: string): Promise<PersonRow> {
  return required(await selectPerson(tx, accountId, true));
}

function required<T>(row: T | null): T {
  if (!row) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
  return row;
}

/** The card as it is now, for a page whose person has just changed. */
export async function readUserCard(
  deps: Pick<Deps, "config">,
  sql: Sql,
  accountId: string,
): Promise<z.input<typeof userCard>> {
  const account = required(await selectAccount(sql, accountId));
  return toUserCard(account, (key) => publicMediaUrl(deps.config, key));
}

/** What is known of somebody's birth, at the precision at which it is known. */
export function birthOf(person: Pick<PersonRow, "date_of_birth" | "birth_precision">): PartialDate | null {
  return person.birth_precision === "month" ? (person.date_of_birth?.slice(0, 7) ?? null) : person.date_of_birth;
}

/**
 * What to keep of a date that is given once more: the date of the sign-up is the truth.
 * @returns null when nothing changes
 * @throws AppError `invalid_input` on `date_of_birth`: another month than the one held, or too young
 */
export function mergeBirth(
  person: Pick<PersonRow, "date_of_birth" | "birth_precision">,
  given: PartialDate,
  now: Date,
): NonNullable<PersonChanges["birth"]> | null {
  const held = birthOf(person);
  if (held !== null && held.slice(0, given.length) !== given && !given.startsWith(held))
    throw fieldError("date_of_birth", "Date of birth must be as you signed up with.");
  const kept = keepPrecision(held, given);
  if (kept === held) return null;
  if (!isOldEnough(latestDay(kept), now)) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  const isDay = kept.length === 10;
  return { date: isDay ? kept : `${kept}-01`, precision: isDay ? "day" : "month" };
}

/** Changes what a person may change of their account themselves. */
export function changePerson(tx: Sql, accountId: string, changes: PersonChanges): Promise<void> {
  return updatePerson(tx, accountId, changes);
}

/** The account counts as an earner's from now on; one that slept is awake. */
export function makeEarner(tx: Sql, accountId: string, plan: Plan): Promise<void> {
  return updatePaidSince(tx, accountId, { userType: BRAND.name, plan, isDeactivated: false });
}

/** The earner's side sleeps; the account goes on as a General User's. */
export function deactivateAccount(tx: Sql, accountId: string): Promise<void> {
  return updatePaidSince(tx, accountId, { userType: "General User", plan: null, isDeactivated: true });
}
