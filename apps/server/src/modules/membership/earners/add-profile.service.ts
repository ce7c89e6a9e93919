import type { CollegeEntry } from "@app/contract/earner-fields";
import { changePerson } from "#modules/identity/index.ts";
import type { Sql } from "#platform/db/database.ts";
import {
  type ContactRow,
  type ProfileText,
  replaceCategories,
  replaceContacts,
  upsertProfile,
} from "./profiles.sql.ts";
import { writeColleges } from "./write-profile.service.ts";

export type Profile = {
  text: ProfileText;
  /** Null leaves the account's as it is. */
  dateOfBirth: string | null;
  contacts: readonly ContactRow[];
  categories: readonly number[];
  offers: readonly CollegeEntry[];
  visits: readonly CollegeEntry[];
};

/** A profile that nobody entered in a form, and that has no SSN: of the demo world. */
export async function addProfile(tx: Sql, accountId: string, profile: Profile): Promise<void> {
  await upsertProfile(tx, accountId, profile.text);
  await replaceContacts(tx, accountId, profile.contacts);
  await replaceCategories(tx, accountId, profile.categories);
  await writeColleges(tx, accountId, profile);
  if (profile.dateOfBirth !== null)
    await changePerson(tx, accountId, { birth: { date: profile.dateOfBirth, precision: "day" } });
}
