import { plan, type UserCard } from "@app/contract/accounts";
import { accountId, channelId } from "@app/contract/ids";
import type { PartialDate } from "@app/contract/partial-dates";
import type { ProfileView } from "@app/contract/profile";
import type { ContactView } from "@app/contract/registration";
import type { CollegeRow } from "./colleges.sql.ts";
import { toColleges } from "./colleges.view.ts";
import type { ContactRow, ProfileRow } from "./profiles.sql.ts";

type Person = {
  id: string;
  user_type: string;
  plan: string | null;
  username: string;
  email: string;
  full_name: string;
  phone: string | null;
  gender: string | null;
  profile_key: string | null;
  cover_key: string | null;
  bio: string;
  channel_id: string;
  channel_name: string;
  deactivated_at: Date | null;
};

export type Known = {
  person: Person;
  birth: PartialDate | null;
  profile: ProfileRow | null;
  contacts: readonly ContactRow[];
  categories: { id: number; name: string }[];
  colleges: readonly CollegeRow[];
  restorableUntil: Date | null;
};

type Urls = { open: (key: string) => string; logo: (id: string) => string };

export function toProfileView(known: Known, urls: Urls): ProfileView {
  const { person, restorableUntil } = known;
  const open = (key: string | null) => (key === null ? null : urls.open(key));
  return {
    id: accountId.parse(person.id),
    user_type: person.user_type as UserCard["type"],
    plan: person.plan as UserCard["plan"],
    username: person.username,
    email: person.email,
    full_name: person.full_name,
    phone: person.phone,
    gender: person.gender,
    date_of_birth: known.birth,
    profile_url: open(person.profile_key),
    cover_url: open(person.cover_key),
    bio: person.bio,
    channel: { id: channelId.parse(person.channel_id), name: person.channel_name },
    earner: toEarner(known, urls),
    deactivated:
      person.deactivated_at && restorableUntil
        ? { at: person.deactivated_at.toISOString(), restorable_until: restorableUntil.toISOString() }
        : null,
  };
}

function toEarner({ profile, contacts, categories, colleges }: Known, urls: Urls): ProfileView["earner"] {
  if (!profile) return null;
  return {
    plan: plan.parse(profile.plan),
    first_name: profile.first_name,
    last_name: profile.last_name,
    team_name: profile.plan === "Team" ? profile.group_name : null,
    organization_name: profile.plan === "Organization" ? profile.group_name : null,
    ssn_last4: profile.ssn_last4,
    street: profile.street,
    city: profile.city,
    state: profile.state,
    zipcode: profile.zipcode,
    graduation_year: profile.graduation_year?.toString() ?? null,
    gpa: profile.gpa,
    channel_category: categories.map(({ id, name }) => ({ id, name })),
    offers: toColleges(colleges, "offer", urls.logo),
    visits: toColleges(colleges, "visit", urls.logo),
    contact_person: toContact(contacts, "contact"),
    coach_person: toContact(contacts, "coach"),
  };
}

function toContact(contacts: readonly ContactRow[], role: string): ContactView | null {
  const row = contacts.find((contact) => contact.role === role);
  if (!row) return null;
  const { role: _, ...contact } = row;
  return contact;
}
