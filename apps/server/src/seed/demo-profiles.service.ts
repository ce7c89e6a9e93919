import { COLLEGE_CATEGORY } from "@app/contract/earner-fields";
import { findCategoryBySlug } from "#modules/catalog/index.ts";
import { addProfile, type Profile } from "#modules/membership/index.ts";
import type { Sql } from "#platform/db/database.ts";
import { type DemoEarner, EARNERS } from "./world/people.ts";
import { ATHLETES, type DemoCollege, type DemoContact, GROUPS } from "./world/profiles.ts";

/** The profiles behind the channels of the demo world; none has an SSN. */
export async function addProfiles(tx: Sql, accounts: ReadonlyMap<string, string>): Promise<void> {
  for (const earner of EARNERS) {
    const accountId = accounts.get(earner.username);
    const profile = toProfile(earner);
    if (!accountId || !profile) continue;
    const category = await findCategoryBySlug(tx, earner.sport);
    await addProfile(tx, accountId, { ...profile, categories: category ? [category.id] : [] });
  }
}

function toProfile(earner: DemoEarner): Profile | null {
  const athlete = ATHLETES[earner.username];
  const group = GROUPS[earner.username];
  const nothing = { graduation_year: null, gpa: null, first_name: null, last_name: null, group_name: null };
  if (athlete) {
    const [first = "", ...rest] = earner.fullName.split(" ");
    return {
      text: {
        ...{ ...nothing, plan: "Individual", first_name: first, last_name: rest.join(" ") },
        ...addressOf(athlete),
        ...{ graduation_year: athlete.graduationYear, gpa: athlete.gpa },
      },
      dateOfBirth: athlete.dateOfBirth,
      contacts: [],
      categories: [],
      offers: athlete.offers.map(toCollege),
      visits: athlete.visits.map(toCollege),
    };
  }
  if (!group) return null;
  const { contact, coach } = group;
  return {
    text: { ...nothing, plan: earner.plan, group_name: earner.fullName, ...addressOf(group) },
    dateOfBirth: null,
    contacts: [
      { role: "contact", ...toPerson(contact, earner), ...addressOf(group) },
      ...(coach ? [{ role: "coach", ...toPerson(coach, earner), ...addressOf(group) }] : []),
    ],
    categories: [],
    offers: [],
    visits: [],
  };
}

function toPerson({ firstName, lastName }: DemoContact, { username }: DemoEarner) {
  const email = `${firstName}@${username.replace(/[._]/g, "-")}.fieldhouse.test`.toLowerCase();
  return { first_name: firstName, last_name: lastName, email, phone: null };
}

function toCollege({ name, date }: DemoCollege) {
  return { college_name: name, college_logo: null, college_category: COLLEGE_CATEGORY, college_offer_date: date };
}

function addressOf({ street, city, state, zipcode }: { street: string; city: string; state: string; zipcode: string }) {
  return { street, city, state, zipcode };
}
