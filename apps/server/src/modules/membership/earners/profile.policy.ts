import { type Plan, plan } from "@app/contract/accounts";
import {
  EARNER_MESSAGES,
  individualBasics,
  individualSport,
  organizationFields,
  teamFields,
} from "@app/contract/earners";
import { PROFILE_MESSAGES, profileChanges } from "@app/contract/profile";
import { typedForm } from "@app/contract/registration";
import { requiredMessage } from "@app/contract/validation";
import { z } from "zod";
import type { FieldErrors } from "#platform/errors.ts";

const SHARED_FIELDS = ["channel_name", "bio", "phone"];
const ADDRESS = ["street", "city", "state", "zipcode"];

/**
 * The fields that an account can change after sign-up.
 * @param plan null: a General User
 * @param hasProfile of an earlier plan: checks are still mailed to its address
 */
export function changeableFields(plan: Plan | null, hasProfile = false): Set<string> {
  if (plan === null) return new Set([...SHARED_FIELDS, "full_name", ...(hasProfile ? ADDRESS : [])]);
  const earner = [...SHARED_FIELDS, ...ADDRESS, "ssn", "channel_category"];
  if (plan === "Individual")
    return new Set([...earner, "first_name", "last_name", "graduation_year", "gpa", "offers", "visits"]);
  if (plan === "Organization") return new Set([...earner, "organization_name", ...contactFields("contact")]);
  return new Set([...earner, "team_name", ...contactFields("contact"), ...contactFields("coach")]);
}

/** The phones without which a plan's form is not accepted: they can be changed and not removed. */
const REQUIRED_PHONES: Partial<Record<Plan, { field: string; label: string }>> = {
  Individual: { field: "phone", label: "Phone" },
  Team: { field: "contact_person_phone", label: "Contact phone" },
};

/** Changes that the plan does not allow. */
export function findPlanFaults(
  plan: Plan | null,
  changes: { [field: string]: unknown },
  hasProfile = false,
): FieldErrors {
  const foreign = findForeignFields(changeableFields(plan, hasProfile), changes);
  const required = plan === null ? undefined : REQUIRED_PHONES[plan];
  if (!required || changes[required.field] !== null) return foreign;
  return { ...foreign, [required.field]: [requiredMessage(required.label)] };
}

function findForeignFields(own: ReadonlySet<string>, changes: object): FieldErrors {
  const foreign = Object.entries(changes).filter(([field, value]) => value !== undefined && !own.has(field));
  return Object.fromEntries(foreign.map(([field]) => [field, [PROFILE_MESSAGES.notOfYourPlan]]));
}

/** Whether the changes include fields of an earner's profile. */
export function changesProfile(changes: object): boolean {
  return Object.entries(changes).some(([field, value]) => value !== undefined && !SHARED_FIELDS.includes(field));
}

function contactFields(role: "contact" | "coach"): string[] {
  return Object.keys(profileChanges).filter((field) => field.startsWith(`${role}_person_`));
}

const optionalForm = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object(shape).nullable().default(null);

/** The pending profile that a registration holds encrypted: the submitted forms, including the SSN. */
export const draftSchema = z.object({
  plan: plan.nullable(),
  profile_key: z.string().nullable(),
  basics: optionalForm(individualBasics),
  sport: optionalForm(individualSport),
  team: optionalForm(teamFields),
  organization: optionalForm(organizationFields),
  typed: optionalForm(typedForm),
});
export type Draft = z.output<typeof draftSchema>;

export const EMPTY_DRAFT: Draft = {
  plan: null,
  profile_key: null,
  basics: null,
  sport: null,
  team: null,
  organization: null,
  typed: null,
};

/** Whether every form of a plan was submitted. */
export function isCompleteFor(plan: Plan, draft: Draft): boolean {
  if (plan === "Individual") return draft.basics !== null && draft.sport !== null;
  return plan === "Team" ? draft.team !== null : draft.organization !== null;
}

/** Whether every form of the chosen plan was submitted. */
export function isComplete(draft: Draft): boolean {
  return draft.plan !== null && isCompleteFor(draft.plan, draft);
}

/** Drops the submitted fields from the form's draft. */
export function dropSubmitted(typed: Draft["typed"], form: object): Draft["typed"] {
  if (!typed) return null;
  return {
    ...typed,
    texts: Object.fromEntries(Object.entries(typed.texts).filter(([name]) => !(name in form))),
    channel_category: "channel_category" in form ? [] : typed.channel_category,
    offers: "offers" in form ? [] : typed.offers,
    visits: "visits" in form ? [] : typed.visits,
  };
}

type Account = { username: string; email: string; gender: string | null; birth: string | null };

type SubmittedFields = {
  username?: string | undefined;
  email?: string | undefined;
  gender?: string | undefined;
  date_of_birth?: string | undefined;
};

/** Account fields that a form repeats must match the account: a profile form changes none of them. */
export function findChangedAccount(account: Account, form: SubmittedFields): FieldErrors {
  const { username, email, gender, date_of_birth } = form;
  const { gender: knownGender, birth } = account;
  const changes: [keyof SubmittedFields, isChanged: boolean][] = [
    ["username", username !== undefined && username !== account.username],
    ["email", email !== undefined && email.toLowerCase() !== account.email.toLowerCase()],
    ["gender", gender !== undefined && knownGender !== null && gender !== knownGender],
    ["date_of_birth", date_of_birth !== undefined && birth !== null && !date_of_birth.startsWith(birth)],
  ];
  const sentenceOf = (field: string) =>
    field === "username" ? EARNER_MESSAGES.usernameFixed : EARNER_MESSAGES.notAsSignedUp;
  return Object.fromEntries(
    changes.filter(([, isChanged]) => isChanged).map(([field]) => [field, [sentenceOf(field)]]),
  );
}
