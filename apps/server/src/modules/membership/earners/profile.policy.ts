import type { Plan } from "@app/contract/accounts";
import { PROFILE_MESSAGES, profileChanges } from "@app/contract/profile";
import type { FieldErrors } from "#platform/errors.ts";

const SHARED_FIELDS = ["channel_name", "bio", "phone"];
const ADDRESS = ["street", "city", "state", "zipcode"];

function contactFields(role: "contact" | "coach"): string[] {
  return Object.keys(profileChanges).filter((field) => field.startsWith(`${role}_person_`));
}

/** The fields that an account can change after sign-up. @param plan null: a General User */
export function changeableFields(plan: Plan | null): Set<string> {
  if (plan === null) return new Set([...SHARED_FIELDS, "full_name"]);
  const earner = [...SHARED_FIELDS, ...ADDRESS, "ssn", "channel_category"];
  if (plan === "Individual")
    return new Set([...earner, "first_name", "last_name", "graduation_year", "gpa", "offers", "visits"]);
  if (plan === "Organization") return new Set([...earner, "organization_name", ...contactFields("contact")]);
  return new Set([...earner, "team_name", ...contactFields("contact"), ...contactFields("coach")]);
}

export function findForeignFields(plan: Plan | null, changes: object): FieldErrors {
  const own = changeableFields(plan);
  const foreign = Object.entries(changes).filter(([field, value]) => value !== undefined && !own.has(field));
  return Object.fromEntries(foreign.map(([field]) => [field, [PROFILE_MESSAGES.notOfYourPlan]]));
}

/** Whether the changes include fields of an earner's profile. */
export function changesProfile(changes: object): boolean {
  return Object.entries(changes).some(([field, value]) => value !== undefined && !SHARED_FIELDS.includes(field));
}
