import { plan, type UserCard } from "@app/contract/accounts";
import { keepPrecision, type PartialDate } from "@app/contract/dates";
import type { CollegeEntry } from "@app/contract/earner-fields";
import { accountId, channelId, pictureId } from "@app/contract/ids";
import type { ProfileView } from "@app/contract/profile";
import type { CollegeView, ContactView, SavedSport } from "@app/contract/registration";
import { toE164 } from "@app/contract/sign-up";
import type { CollegeKind, CollegeRow, ContactRow, ProfileRow } from "./profiles.sql.ts";

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

export type ProfileFacts = {
  person: Person;
  birth: PartialDate | null;
  profile: ProfileRow | null;
  contacts: readonly ContactRow[];
  categories: { id: number; name: string }[];
  colleges: readonly CollegeRow[];
  restorableUntil: Date | null;
};

type Urls = { picture: (key: string) => string; logo: (id: string) => string };

export function toProfileView(facts: ProfileFacts, urls: Urls): ProfileView {
  const { person, restorableUntil } = facts;
  const toUrl = (key: string | null) => (key === null ? null : urls.picture(key));
  return {
    id: accountId.parse(person.id),
    user_type: person.user_type as UserCard["type"],
    plan: person.plan as UserCard["plan"],
    username: person.username,
    email: person.email,
    full_name: person.full_name,
    phone: person.phone,
    gender: person.gender,
    date_of_birth: facts.birth,
    profile_url: toUrl(person.profile_key),
    cover_url: toUrl(person.cover_key),
    bio: person.bio,
    channel: { id: channelId.parse(person.channel_id), name: person.channel_name },
    earner: toEarner(facts, urls),
    deactivated:
      person.deactivated_at && restorableUntil
        ? { at: person.deactivated_at.toISOString(), restorable_until: restorableUntil.toISOString() }
        : null,
  };
}

function toEarner({ profile, contacts, categories, colleges }: ProfileFacts, urls: Urls): ProfileView["earner"] {
  if (!profile) return null;
  const isAthlete = profile.plan === "Individual";
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
    ...toSavedSport(isAthlete ? { profile, colleges } : { profile: null, colleges: [] }, urls.logo),
    channel_category: categories.map(({ id, name }) => ({ id, name })),
    contact_person: toContact(contacts, "contact"),
    coach_person: toContact(contacts, "coach"),
  };
}

/** What an athlete has entered; a profile keeps it while its plan is another one. */
export function toSavedSport(
  { profile, colleges }: { profile: ProfileRow | null; colleges: readonly CollegeRow[] },
  logoUrl: LogoUrl,
): SavedSport {
  return {
    graduation_year: profile?.graduation_year?.toString() ?? null,
    gpa: profile?.gpa ?? null,
    offers: toColleges(colleges, "offer", logoUrl),
    visits: toColleges(colleges, "visit", logoUrl),
  };
}

function toContact(contacts: readonly ContactRow[], role: string): ContactView | null {
  const row = contacts.find((contact) => contact.role === role);
  if (!row) return null;
  const { role: _, ...contact } = row;
  return contact;
}

type LogoUrl = (id: string) => string;
type CollegeDraft = Omit<CollegeView, "college_logo_url">;

export function toCollegeView(entry: CollegeEntry | CollegeDraft, logoUrl: LogoUrl): CollegeView {
  return { ...entry, college_logo_url: entry.college_logo === null ? null : logoUrl(entry.college_logo) };
}

export function toColleges(rows: readonly CollegeRow[], kind: CollegeKind, logoUrl: LogoUrl): CollegeView[] {
  return rows
    .filter((row) => row.kind === kind)
    .map((row) =>
      toCollegeView(
        {
          college_name: row.college_name,
          college_logo: row.logo_id === null ? null : pictureId.parse(row.logo_id),
          college_category: row.category_id,
          college_offer_date: toDate(row),
        },
        logoUrl,
      ),
    );
}

function toDate(row: Pick<CollegeRow, "happened_on" | "date_precision">): PartialDate | null {
  return row.date_precision === "month" ? (row.happened_on?.slice(0, 7) ?? null) : row.happened_on;
}

/** Keeps the day of a stored date when the form, which has months only, sends the list back. */
export function toCollegeRows(
  entries: readonly CollegeEntry[],
  current: readonly CollegeRow[],
  kind: CollegeKind,
): Omit<CollegeRow, "kind">[] {
  const unmatched = current.filter((row) => row.kind === kind);
  return entries.map((entry) => {
    const submitted = entry.college_offer_date;
    const index = unmatched.findIndex(
      (row) => row.college_name === entry.college_name && submitted !== null && toDate(row)?.startsWith(submitted),
    );
    const [match] = index < 0 ? [] : unmatched.splice(index, 1);
    const date = submitted === null ? null : keepPrecision(match ? toDate(match) : null, submitted);
    return {
      college_name: entry.college_name,
      logo_id: entry.college_logo,
      category_id: entry.college_category,
      happened_on: date === null || date.length === 10 ? date : `${date}-01`,
      date_precision: date === null ? null : date.length === 10 ? "day" : "month",
    };
  });
}

type ContactRole = "contact" | "coach";

const PARTS = ["first_name", "last_name", "email", "street", "city", "state", "zipcode"] as const;

/** Reads the form fields that start with the role; null: the form has no such contact. */
function readContact(form: Record<string, unknown>, role: ContactRole): ContactView | null {
  if (!PARTS.some((part) => `${role}_person_${part}` in form)) return null;
  const read = (part: string) => String(form[`${role}_person_${part}`] ?? "");
  const phone = read("phone");
  return {
    first_name: read("first_name"),
    last_name: read("last_name"),
    email: read("email"),
    phone: phone === "" ? null : toE164(phone),
    street: read("street"),
    city: read("city"),
    state: read("state"),
    zipcode: read("zipcode"),
  };
}

export function toContactRows(form: Record<string, unknown>): ContactRow[] {
  return (["contact", "coach"] as const).flatMap((role) => {
    const contact = readContact(form, role);
    return contact ? [{ role, ...contact }] : [];
  });
}

/** Reads a contact of a validated form. */
export function requireContact(form: Record<string, unknown>, role: ContactRole): ContactView {
  const contact = readContact(form, role);
  if (!contact) throw new RangeError(`the form has no ${role}`);
  return contact;
}

/** Applies a form's changes to a contact; null removes the phone. */
export function changeContact(contact: ContactRow, form: Record<string, unknown>): ContactRow {
  const changed = { ...contact };
  for (const part of PARTS) {
    const value = form[`${contact.role}_person_${part}`];
    if (typeof value === "string") changed[part] = value;
  }
  const phone = form[`${contact.role}_person_phone`];
  if (phone === null) changed.phone = null;
  if (typeof phone === "string") changed.phone = toE164(phone);
  return changed;
}
