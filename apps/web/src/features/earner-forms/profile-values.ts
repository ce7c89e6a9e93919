import type { Plan } from "@app/contract/accounts";
import { addressFields, coachFields, ssn } from "@app/contract/earner-fields";
import { type ProfileView, profileChanges } from "@app/contract/profile";
import { z } from "zod";
import { onlyChanged } from "#lib/only-changed.ts";
import { fromSentPhone, toSentPhone } from "#ui/phone-field.tsx";
import { basicsForm, organizationForm, sportForm, teamForm } from "./form-values.ts";

/** A section of the channel: facts about the athlete, team or organization, or an athlete's offers and visits. */
export type ProfilePart = "facts" | "colleges";

const SHARED = ["channel_category", ...Object.keys(addressFields)];

const FACTS: Record<Plan, readonly string[]> = {
  Individual: ["graduation_year", "gpa", ...SHARED],
  Team: ["team_name", ...SHARED, ...Object.keys(coachFields)],
  Organization: ["organization_name", ...SHARED],
};

const shared = z.object({
  channel_name: profileChanges.channel_name.unwrap(),
  bio: profileChanges.bio.unwrap(),
  phone: z.string().transform(toSentPhone).pipe(profileChanges.phone.unwrap()),
});

/** Can be replaced but never read: empty keeps the saved one. */
const newSsn = z.object({
  ssn: z.string().check((context) => {
    const [issue] = context.value === "" ? [] : (ssn.safeParse(context.value).error?.issues ?? []);
    if (issue) context.issues.push({ code: "custom", message: issue.message, input: context.value });
  }),
});

const generalProfile = shared.extend({ full_name: profileChanges.full_name.unwrap() });
const individualProfile = basicsForm
  .omit({ date_of_birth: true })
  .extend({ ...sportForm.shape, ...shared.shape, phone: basicsForm.shape.phone, ...newSsn.shape });
const teamProfile = teamForm.extend({ ...shared.shape, ...newSsn.shape });
const organizationProfile = organizationForm.extend({ ...shared.shape, ...newSsn.shape });

const earlierEarner = generalProfile.extend(addressFields);

/** The rules for a plan; null is a General User. @param hasEarned under an earlier plan: checks go to the address */
export function profileSchema(plan: Plan | null, hasEarned = false): z.ZodObject {
  if (plan === "Individual") return individualProfile;
  if (plan === "Team") return teamProfile;
  if (plan === "Organization") return organizationProfile;
  return hasEarned ? earlierEarner : generalProfile;
}

/** Default values of the plan's fields, by their names in the payload. */
export function profileDefaults(view: ProfileView): Record<string, unknown> {
  const { earner } = view;
  const held: Record<string, unknown> = {
    ...earner,
    ...prefixed("contact_person", earner?.contact_person),
    ...prefixed("coach_person", earner?.coach_person),
    channel_category: earner?.channel_category.map(({ id }) => id) ?? [],
    channel_name: view.channel.name,
    full_name: view.full_name,
    bio: view.bio,
    phone: fromSentPhone(view.phone),
    ssn: "",
  };
  const fields = Object.keys(profileSchema(earner ? view.plan : null, earner !== null).shape);
  return Object.fromEntries(fields.map((field) => [field, held[field] ?? ""]));
}

function prefixed(who: string, person: { phone: string | null } | null | undefined): Record<string, unknown> {
  if (!person) return { [`${who}_phone`]: fromSentPhone(null) };
  const fields = Object.entries({ ...person, phone: fromSentPhone(person.phone) });
  return Object.fromEntries(fields.map(([field, value]) => [`${who}_${field}`, value]));
}

const rows = z.array(z.object({ college_logo_url: z.string().nullable() }).loose());
const body = z.object(profileChanges);

/** @returns the body for the server: logos by id only */
export function toChanges(values: Record<string, unknown>): z.input<typeof body> {
  const changes: Record<string, unknown> = { ...values };
  for (const list of ["offers", "visits"]) {
    if (list in changes) changes[list] = rows.parse(changes[list]).map(({ college_logo_url: _, ...entry }) => entry);
  }
  return body.parse(changes);
}

type Fields = Readonly<Record<string, unknown>>;

/** @returns the names of the fields that differ from what a form began with; lists are compared entry by entry */
export function changedFields(before: Fields, after: Fields): string[] {
  const toTexts = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.keys(onlyChanged(toTexts(before), toTexts(after)));
}

/** What is changed in another tab, or by a manager of the team, is not put back: what is unchanged here is not sent. */
export function withoutUnchanged(values: Fields, changed: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => changed.includes(name)));
}

/** The rules of one section. The server keeps fields that a change omits. */
export function partSchema(plan: Plan, part: ProfilePart): z.ZodObject {
  const fields = part === "facts" ? FACTS[plan] : ["offers", "visits"];
  const rules = Object.entries(profileSchema(plan).shape);
  return z.object(Object.fromEntries(rules.filter(([field]) => fields.includes(field))));
}
