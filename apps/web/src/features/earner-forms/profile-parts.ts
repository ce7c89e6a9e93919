import type { Plan } from "@app/contract/accounts";
import { addressFields, coachFields } from "@app/contract/earner-fields";
import { z } from "zod";
import { profileSchema } from "./profile-values.ts";

/** A card of the channel: of the athlete, the team or the organization; and an athlete's offers and visits. */
export type ProfilePart = "facts" | "colleges";

const SHARED = ["channel_category", ...Object.keys(addressFields)];

const FACTS: Record<Plan, readonly string[]> = {
  Individual: ["graduation_year", "gpa", ...SHARED],
  Team: ["team_name", ...SHARED, ...Object.keys(coachFields)],
  Organization: ["organization_name", ...SHARED],
};

/** The rules of a part of the profile. What is left out of a change stays as it is. */
export function partSchema(plan: Plan, part: ProfilePart): z.ZodObject {
  const fields = part === "facts" ? FACTS[plan] : ["offers", "visits"];
  const rules = Object.entries(profileSchema(plan).shape);
  return z.object(Object.fromEntries(rules.filter(([field]) => fields.includes(field))));
}
